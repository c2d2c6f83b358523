import { fold, stem } from './stems.ts'

/**
 * Words for the same kind of thing, in the three languages. Whoever asks for one is also shown the others, below those
 * that say the word itself.
 */
const GROUPS = `
  coffee coffees café cafés cafecito latte lattes espresso expreso capuchino cappuccino mocha moca moka americano macchiato barista
  tea teas té tés thé thés infusion infusión tisane matcha
  pizza pizzas margherita margarita pepperoni calzone
  restaurant restaurants restaurante restaurantes resto eat eating dine dinner dinners lunch takeaway takeout delivery comer cena cenar almuerzo manger dîner déjeuner livraison
  burger burgers hamburger hamburgers hamburguesa hamburguesas
  taco tacos burrito burritos mexican mexicana mexicano mexicain
  noodle noodles ramen fideos nouilles
  grocery groceries supermarket supermercado supermarché alimentación épicerie courses
  breakfast desayuno petitdéjeuner brunch cereal cereals cereales céréales
  snack snacks aperitivo aperitivos encas goûter merienda chips
  sweets candy dessert desserts dulce dulces postre postres chocolate chocolates chocolat cookie cookies galleta galletas biscuit biscuits gâteau gâteaux
  drink drinks beverage beverages bebida bebidas boisson boissons refresco refrescos soda sodas juice juices zumo zumos jugo jugos jus
  household cleaning limpieza nettoyage ménage hogar maison
  laundry detergent detergente lessive colada linge
  beauty makeup cosmetics skincare belleza cosmética maquillaje beauté cosmétique maquillage
  hair cabello pelo cheveux shampoo champú shampooing shampoing
  pet pets mascota mascotas animal animals animales animaux
  dog dogs puppy perro perros chien chiens
  cat cats kitten gato gatos chat chats
  electronics tech gadget gadgets electrónica tecnología électronique
  headphones earphones earbuds auriculares audífonos cascos écouteurs casque
  baby babies bebé bebés bébé bébés infant diaper diapers nappy nappies pañal pañales couche couches`

const BY_STEM: ReadonlyMap<string, number> = new Map(
  GROUPS.trim()
    .split('\n')
    .flatMap((group, index) =>
      group
        .trim()
        .split(/\s+/)
        .map((word) => [stem(fold(word)), index] as const),
    ),
)

/** The kind of thing that a stem is a word for, if there is one. */
export const conceptOf = (stemmed: string): number | undefined => BY_STEM.get(stemmed)
