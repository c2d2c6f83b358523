import { CATEGORIES } from '../data/categories.ts'
import { OFFERS } from '../data/offers/index.ts'
import { RETAILERS } from '../data/retailers.ts'
import type { Line, Purchase } from '../ledger.ts'
import { DEMO_LOCALES } from '../locale.ts'
import { createSearch, type Field } from '../search/create-search.ts'

/** Words for what is searched through: they say nothing about which of them. */
const IGNORED = `
  receipt receipts purchase purchases order orders history bought buy buying spend spent spending store stores
  recibo recibos ticket tickets factura facturas compra compras compré comprado pedido pedidos historial gasté gasto gastos tienda
  reçu reçus facture factures caisse achat achats acheté commande commandes historique dépensé dépenses magasin`

/** Those of the purchases that a query is about: the store, or something in the basket. Newest first stays so. */
export function searchPurchases(purchases: readonly Purchase[], query: string | undefined): readonly Purchase[] {
  if (query === undefined) return purchases
  const found = new Set(createSearch(purchases, fieldsOf, IGNORED)(query))
  return purchases.filter((purchase) => found.has(purchase))
}

const fieldsOf = ({ retailer, receipt, lines }: Purchase): Field[] => [
  [RETAILERS[retailer].name, 5],
  [receipt.number, 5],
  ...lines.flatMap(lineFields),
]

function lineFields({ name, brand }: Line): Field[] {
  const category = OFFERS.find((offer) => offer.title === name)?.category ?? 'groceries'
  return [
    [brand ?? '', 5],
    ...DEMO_LOCALES.flatMap((locale) => [[name[locale], 5] as const, [CATEGORIES[category][locale], 4] as const]),
  ]
}
