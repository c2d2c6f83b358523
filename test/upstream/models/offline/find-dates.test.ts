import { describe, expect, it } from 'vitest'
import { findPeriod } from '../../../../src/upstream/models/offline/find-dates.ts'
import { foldedText } from '../../../../src/upstream/models/offline/words.ts'
import { NOW } from './ask.ts'

const day = (date: Date | undefined) => date?.toISOString().slice(0, 10)

describe('the time that a text names', () => {
  it.each([
    ['today', '2026-05-13'],
    ['ayer', '2026-05-12', '2026-05-12'],
    ['aujourd’hui', '2026-05-13'],
    ['this week', '2026-05-11'],
    ['last week', '2026-05-04', '2026-05-10'],
    ['la semana pasada', '2026-05-04', '2026-05-10'],
    ['la semaine dernière', '2026-05-04', '2026-05-10'],
    ['this month', '2026-05-01'],
    ['last month', '2026-04-01', '2026-04-30'],
    ['el mes pasado', '2026-04-01', '2026-04-30'],
    ['le mois dernier', '2026-04-01', '2026-04-30'],
    ['this year', '2026-01-01'],
    ['el año pasado', '2025-01-01', '2025-12-31'],
    ['the last 30 days', '2026-04-13'],
    ['los últimos 2 meses', '2026-03-13'],
    ['les 3 dernières semaines', '2026-04-22'],
    ['3 days ago', '2026-05-10'],
    ['hace 2 semanas', '2026-04-29'],
    ['il y a 2 mois', '2026-03-13'],
    ['since March', '2026-03-01'],
    ['in March', '2026-03-01', '2026-03-31'],
    ['desde diciembre', '2025-12-01'],
    ['en febrero', '2026-02-01', '2026-02-28'],
    ['depuis février', '2026-02-01'],
    ['since 2026-02-10', '2026-02-10'],
    ['may I see my purchases', undefined],
    ['coffee', undefined],
  ])('%s: from %s', (text, start, end?: string) => {
    const period = findPeriod(foldedText(text), NOW)
    expect([day(period?.start), day(period?.end)]).toEqual([start, end])
  })

  it('the month before the 31st is a whole month', () => {
    const period = findPeriod('last month', new Date('2026-03-31T12:00:00Z'))
    expect([day(period?.start), day(period?.end)]).toEqual(['2026-02-01', '2026-02-28'])
  })
})
