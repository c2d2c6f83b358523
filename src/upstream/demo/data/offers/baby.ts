import type { OfferData } from './offer-data.ts'

export const BABY: readonly OfferData[] = [
  {
    id: 'lullabay-diapers',
    brand: 'Lullabay',
    points: 1_600,
    price: 24.99,
    days: 10,
    retailers: ['northway', 'good_basket', 'bright_aisle'],
    terms: 'one_per_receipt',
    title: { en: 'Overnight diapers', es: 'Pañales de noche', fr: 'Couches de nuit' },
    size: { en: '72 count', es: '72 unidades', fr: '72 unités' },
    description: {
      en: 'Twelve dry hours, sizes 1 to 6. No fragrance.',
      es: 'Doce horas en seco, tallas 1 a 6. Sin perfume.',
      fr: 'Douze heures au sec, tailles 1 à 6. Sans parfum.',
    },
  },
  {
    id: 'lullabay-wipes',
    brand: 'Lullabay',
    points: 500,
    price: 8.49,
    days: 22,
    retailers: ['northway', 'good_basket', 'cornerstop'],
    terms: 'up_to_five',
    title: { en: 'Water baby wipes', es: 'Toallitas de agua para bebé', fr: 'Lingettes à l’eau pour bébé' },
    size: { en: '4 packs', es: '4 paquetes', fr: '4 paquets' },
    description: {
      en: 'Water and cotton, for hands, faces and everything else.',
      es: 'Agua y algodón, para manos, caras y todo lo demás.',
      fr: 'De l’eau et du coton, pour les mains, le visage et tout le reste.',
    },
  },
  {
    id: 'peapetit-puree',
    brand: 'Peapetit',
    points: 300,
    price: 6.29,
    days: 8,
    retailers: ['harvest_lane', 'bright_aisle'],
    terms: 'up_to_five',
    title: {
      en: 'Baby food vegetable purées',
      es: 'Purés de verduras para bebé',
      fr: 'Purées de légumes pour bébé',
    },
    size: { en: '6 pouches', es: '6 bolsitas', fr: '6 gourdes' },
    description: {
      en: 'Carrot, pea and pumpkin, from six months on.',
      es: 'Zanahoria, guisante y calabaza, a partir de seis meses.',
      fr: 'Carotte, petit pois et potiron, dès six mois.',
    },
  },
]
