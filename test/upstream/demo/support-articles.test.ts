import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from './ask-demo.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

describe('support.articles', () => {
  it.each([
    ['I am missing points', 'missing-points'],
    ['me faltan puntos', 'missing-points'],
    ['il me manque des points', 'missing-points'],
    ['my receipt was rejected', 'receipt-rejected'],
    ['rechazaron mi ticket, está rechazado', 'receipt-rejected'],
    ['ticket refusé', 'receipt-rejected'],
    ['where is my gift card? It has not arrived', 'gift-card-not-arrived'],
    ['no ha llegado mi tarjeta regalo', 'gift-card-not-arrived'],
    ['ma carte cadeau n’est pas arrivée', 'gift-card-not-arrived'],
    ['change my email', 'change-email'],
    ['cambiar mi correo electrónico', 'change-email'],
    ['changer d’adresse e-mail', 'change-email'],
    ['delete my account', 'delete-account'],
    ['eliminar mi cuenta', 'delete-account'],
    ['supprimer mon compte', 'delete-account'],
    ['how do points work', 'how-points-work'],
    ['cómo funcionan los puntos', 'how-points-work'],
    ['comment fonctionnent les points', 'how-points-work'],
    ['refer a friend', 'refer-a-friend'],
    ['recomendar a un amigo', 'refer-a-friend'],
    ['parrainer un ami', 'refer-a-friend'],
    ['I want a refund', 'refunds-and-returns'],
    ['How do I reset my password?', 'reset-password'],
    ['olvidé mi contraseña', 'reset-password'],
    ['mot de passe oublié', 'reset-password'],
    ['The app keeps crashing', 'app-problems'],
    ['La aplicación no funciona', 'app-problems'],
    ['L’application ne fonctionne pas', 'app-problems'],
    ['How do I contact customer service?', 'contact-support'],
    ['contactar con atención al cliente', 'contact-support'],
    ['Contacter le service client', 'contact-support'],
    ['¿Cuándo caducan mis puntos?', 'points-expiry'],
  ])('“%s” is answered by %s', async (query, id) => {
    expect((await demo.items('support.articles', { query }))[0]?.['id']).toBe(id)
  })

  it.each([
    ['en', 'My points are missing'],
    ['es', 'Me faltan puntos'],
    ['fr', 'Il me manque des points'],
  ])('an article is all there in %s', async (locale, title) => {
    const [article] = await demo.items('support.articles', { query: 'missing points', locale })
    expect(article).toStrictEqual({
      id: 'missing-points',
      title,
      summary: expect.stringMatching(/^.{40,200}$/),
      steps: expect.arrayContaining([expect.stringMatching(/\.$/)]),
      url: `https://help.example.com/${locale}/articles/missing-points`,
    })
  })

  it('what no article is about is an ok answer without items', async () => {
    const answer = await demo.ask('support.articles', { query: 'zeppelin' })
    expect(answer).toMatchObject({ status: 'ok', payload: { items: [] } })
  })

  it('the limit is kept, and is 5 when none is given', async () => {
    expect(await demo.items('support.articles', { limit: 2 })).toHaveLength(2)
    expect(await demo.items('support.articles')).toHaveLength(5)
  })
})
