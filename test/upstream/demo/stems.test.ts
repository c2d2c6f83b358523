import { describe, expect, it } from 'vitest'
import { stems } from '../../../src/upstream/demo/search/stems.ts'

describe('words of a query', () => {
  it.each([
    ['Café', 'CAFES'],
    ['pizza', 'pizzas'],
    ['cookie', 'Cookies'],
    ['galleta', 'galletas'],
    ['papel', 'papeles'],
    ['perro', 'perra'],
    ['chien', 'chiens'],
    ['gâteau', 'gateaux'],
    ['battery', 'batteries'],
    ['œuf', 'oeufs'],
    ['glass', 'glass'],
  ])('%s and %s are one', (one, other) => {
    expect(stems(one)).toHaveLength(1)
    expect(stems(one)).toEqual(stems(other))
  })

  it('what says nothing is left out, as it is written in its language', () => {
    expect(stems('find me the offers for my tea')).toEqual(stems('tea'))
    expect(stems('búscame ofertas de café con leche')).toEqual(stems('café leche'))
    expect(stems('trouve-moi des offres de thé')).toEqual(['the'])
    expect(stems('the')).toEqual([])
  })

  it('breakfast is one word in French', () => {
    expect(stems('petit-déjeuner')).toEqual(stems('petit dejeuner'))
    expect(stems('petit-déjeuner')).toHaveLength(1)
  })
})
