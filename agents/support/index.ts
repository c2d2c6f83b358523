import { createAgent } from 'langchain'
import { defineSubAgent, emitStatus, promptMiddleware } from '#kit'
import { renderArticles, searchHelp } from './tools.ts'

const INSTRUCTIONS = `
You answer questions about how things work here, from the help articles only.
Search first, then show the one or two articles that answer the question with render_articles. Give the answer in short.
`

export default defineSubAgent({
  id: 'support',
  vertical: 'support',
  card: {
    description:
      'Answers how-to questions and problems from the help center: account, password, login, settings, refunds, returns, ' +
      'privacy, missing points, gift cards, rejected receipts, errors, contacting customer service.',
    examples: [
      'How do I reset my password?',
      'I want a refund, my money back',
      'How do I change my email address?',
      'The app keeps crashing',
      'How do I contact customer service?',
      'My gift card never arrived',
      'Why was my receipt rejected?',
      'How do I scan a receipt?',
      '¿Cómo cambio mi contraseña?',
      'Quiero un reembolso o hacer una devolución',
      'Tengo un problema con mi cuenta, la aplicación no funciona',
      'Mi tarjeta de regalo no ha llegado',
      '¿Por qué rechazaron mi recibo?',
      '¿Cómo escaneo un ticket?',
      'Comment réinitialiser mon mot de passe ?',
      'Je veux un remboursement ou faire un retour',
      'J’ai un problème avec mon compte, l’application ne fonctionne pas',
      'Ma carte cadeau n’est pas arrivée',
      'Pourquoi mon ticket a-t-il été refusé ?',
      'Comment scanner un ticket ?',
      'Contacter le service client, contactar con atención al cliente',
    ],
  },
  tools: [searchHelp, renderArticles],
  // Before the first model call: the user sees at once what is being done.
  onStart: () => emitStatus('searching_help'),
  build: ({ model, tools }) => createAgent({ model, tools, middleware: [promptMiddleware(INSTRUCTIONS)] }),
  // Nothing is left open: reading articles reserves nothing.
  onCancel: () => {},
})
