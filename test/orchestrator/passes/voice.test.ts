import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVoicePass } from '../../../src/orchestrator/passes/voice.ts'
import { cut, passChunks, passWhole, places } from './chunked.ts'
import { INNOCENT } from './innocent.ts'

const voiced = (text: string): string => passWhole(createVoicePass(), text)

const SPOKEN: readonly (readonly [heard: string, left: string])[] = [
  ['As an AI language model, i can’t taste it.', 'I can’t taste it.'],
  ['As an AI, as the shop agent, here is one.', 'Here is one.'],
  ['Good. As the shop agent, three offers fit.', 'Good. Three offers fit.'],
  ['As your customer support agent, I am here.', 'I am here.'],
  ['As a rewards sub-agent, I see 5 points.', 'I see 5 points.'],
  ['The rewards sub-agent says: you have 5 points.', 'You have 5 points.'],
  ['The rewards subagent reported that you have 5 points.', 'You have 5 points.'],
  ['According to the tool, it’s open.', 'It’s open.'],
  ['Based on the tool results, it’s open.', 'It’s open.'],
  ['The tool says that it’s open.', 'It’s open.'],
  ['- According to the shop sub-agent, “one” is left.', '- “One” is left.'],
  ['The shop sub-agent found 3 offers.', 'The shop service found 3 offers.'],
  ['Sub-agents and a sub agent.', 'Services and a service.'],
  ['Como modelo de lenguaje, no puedo.', 'No puedo.'],
  ['Como agente de tienda, veo tres ofertas.', 'Veo tres ofertas.'],
  ['Como el subagente de recompensas, veo 5.', 'Veo 5.'],
  ['Según la herramienta, ¿está abierto?', '¿Está abierto?'],
  ['El subagente de recompensas dice: tienes 5 puntos.', 'Tienes 5 puntos.'],
  ['El subagente indica que él tiene 5 puntos.', 'Él tiene 5 puntos.'],
  ['Los subagentes y un subagente.', 'Los servicios y un servicio.'],
  ['En tant que modèle de langage, je ne peux pas.', 'Je ne peux pas.'],
  ['En tant qu’IA, à vous de voir.', 'À vous de voir.'],
  ['En tant qu’agent de la boutique, je vois trois offres.', 'Je vois trois offres.'],
  ["Selon l’outil, c’est ouvert. D'après l'outil, non.", 'C’est ouvert. Non.'],
  ['Le sous-agent fidélité dit : vous avez 5 points.', 'Vous avez 5 points.'],
  ['Le sous-agent de la boutique indique que vous avez 5 points.', 'Vous avez 5 points.'],
  ['Les sous-agents et un sous-agent.', 'Les services et un service.'],
]

describe('the voice pass', () => {
  it.each(SPOKEN)('FR-6: hears %j and leaves %j', (heard, left) => {
    expect(voiced(heard)).toBe(left)
  })

  it('FR-6: leaves the middle of a sentence alone', () => {
    const text = 'It is used as an AI language model, they say, and as the shop agent, so to speak.'
    expect(voiced(text)).toBe(text)
  })

  it.each(Object.values(INNOCENT).flat())('FR-6: leaves as it is: %j', (sentence) => {
    expect(voiced(sentence)).toBe(sentence)
  })

  it('FR-6: is the same however the text is cut', () => {
    const spoken = fc.constantFrom(...SPOKEN)
    fc.assert(
      fc.property(fc.array(spoken, { minLength: 1, maxLength: 4 }), places, (list, at) => {
        const text = list.map(([heard]) => heard).join(' ')
        expect(passChunks(createVoicePass(), cut(text, at))).toBe(list.map(([, left]) => left).join(' '))
      }),
      { numRuns: 200 },
    )
  })

  it('holds back only what may still open such a sentence', () => {
    const pass = createVoicePass()
    expect(pass.push('I found three offers')).toBe('I found three offers')
    expect(pass.push('. As a')).toBe('. ')
    expect(pass.push(' rule')).toBe('')
    expect(pass.push(', it is')).toBe('As a rule, it is')
  })
})
