import { HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'

const OFFERS = {
  en: 'I found 2 offers: A and B.',
  es: 'He encontrado 2 ofertas: A y B.',
  fr: 'J’ai trouvé 2 offres : A et B.',
}
const POINTS = { en: 'You have 1,200 points.', es: 'Tienes 1200 puntos.', fr: 'Vous avez 1 200 points.' }

const compose = async (reports: readonly string[], language = 'en', more = '') =>
  (
    await ask({
      role: 'composer',
      language,
      messages: [
        new HumanMessage(
          `<message>offers and points</message>\n<reports>${JSON.stringify(
            reports.map((report, index) => ({ sub_agent_id: `agent_${index}`, report })),
          )}</reports>${more}`,
        ),
      ],
    })
  ).text

describe('the composed answer is one voice', () => {
  it.each([
    ['en', 'Also, you have 1,200 points.'],
    ['es', 'Además, tienes 1200 puntos.'],
    ['fr', 'Par ailleurs, vous avez 1 200 points.'],
  ] as const)('in %s: paragraphs joined by a word, and a closing line', async (language, second) => {
    const paragraphs = (await compose([OFFERS[language], POINTS[language]], language)).split('\n\n')
    expect(paragraphs.slice(0, 2)).toEqual([OFFERS[language], second])
    expect(paragraphs).toHaveLength(3)
    expect(paragraphs[2]).toMatch(/[.?]$/)
  })

  it('one report stands alone before its closing line', async () => {
    const paragraphs = (await compose([POINTS.en])).split('\n\n')
    expect(paragraphs).toEqual([POINTS.en, expect.any(String)])
  })

  it('a report that begins with a name keeps its capital', async () => {
    expect(await compose([POINTS.en, 'Blue Bottle has one offer.'])).toContain('\n\nBlue Bottle has one offer.\n\n')
    expect(await compose([POINTS.en, OFFERS.en])).toContain('\n\nAlso, I found 2 offers: A and B.\n\n')
  })

  it('the closing line changes with the content and stays with it', async () => {
    const closings = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => (await compose([`You have ${n} points.`])).split('\n\n')[1]),
    )
    expect(new Set(closings).size).toBe(4)
    expect(await compose([POINTS.en])).toBe(await compose([POINTS.en]))
  })

  it('failures are not its to tell', async () => {
    const failed = '<failed>[{"topic":"your receipts"}]</failed>'
    expect(await compose([POINTS.en], 'en', failed)).toBe(await compose([POINTS.en]))
    expect(await compose([], 'en', failed)).toBe('')
  })

  it.each([
    ['not JSON', '{'],
    ['another shape', '{"a":1}'],
  ])('reports that are %s leave nothing to say', async (_, text) => {
    const answer = await ask({ role: 'composer', messages: `<reports>${text}</reports>` })
    expect(answer.text).toBe('')
  })
})
