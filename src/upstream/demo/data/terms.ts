import type { Words } from '../locale.ts'

/** The small print of an offer. */
export const TERMS = {
  one_per_receipt: {
    en: 'Once per receipt. Points arrive when your receipt is matched.',
    es: 'Una vez por ticket. Los puntos llegan cuando tu ticket queda verificado.',
    fr: 'Une fois par ticket. Les points arrivent dès que votre ticket est rapproché.',
  },
  up_to_five: {
    en: 'Up to five items per receipt. Points arrive when your receipt is matched.',
    es: 'Hasta cinco artículos por ticket. Los puntos llegan cuando tu ticket queda verificado.',
    fr: 'Jusqu’à cinq articles par ticket. Les points arrivent dès que votre ticket est rapproché.',
  },
  once_per_account: {
    en: 'Once per account while the offer lasts.',
    es: 'Una vez por cuenta mientras dure la oferta.',
    fr: 'Une fois par compte pendant la durée de l’offre.',
  },
  store_or_online: {
    en: 'In store or online. Once per receipt.',
    es: 'En tienda o por internet. Una vez por ticket.',
    fr: 'En magasin ou en ligne. Une fois par ticket.',
  },
  dine_in_or_takeaway: {
    en: 'Dine in, takeaway or delivery ordered directly. Once per visit.',
    es: 'En el local, para llevar o a domicilio con pedido directo. Una vez por visita.',
    fr: 'Sur place, à emporter ou en livraison commandée directement. Une fois par visite.',
  },
} as const satisfies Record<string, Words>
export type TermsId = keyof typeof TERMS
