import { createAgent } from 'langchain'
import { defineSubAgent, emitStatus, promptMiddleware } from '#kit'
import { renderOffers, searchOffers } from './tools.ts'

const INSTRUCTIONS = `
You find offers for the user: deals, coupons and discounts on products, at stores and brands.
Search first, then show the offers that fit best with render_offers. Say how many there are and name the best ones.
`

export default defineSubAgent({
  id: 'shop',
  vertical: 'shop',
  card: {
    description:
      'Finds current offers for the user: deals, coupons, discounts, promotions, savings and cashback on groceries, ' +
      'coffee, household goods, restaurants and other products, at stores and brands.',
    examples: [
      'Find me coffee offers',
      'Any deals or savings on diapers this week?',
      'Show me grocery coupons',
      'Where is cereal on sale?',
      'Búscame ofertas de café',
      '¿Hay descuentos en pañales?',
      'Cupones, rebajas y promociones de supermercado',
      'Trouve-moi des offres de café',
      'Y a-t-il des promos ou des promotions sur les couches ?',
      'Montre-moi les bons plans et réductions en magasin',
    ],
  },
  tools: [searchOffers, renderOffers],
  // Before the first model call: the user sees at once what is being done.
  onStart: () => emitStatus('searching_offers'),
  build: ({ model, tools }) => createAgent({ model, tools, middleware: [promptMiddleware(INSTRUCTIONS)] }),
  // Nothing is left open: searching reads, and reserves nothing.
  onCancel: () => {},
})
