import { LANGUAGES } from './language.ts'
import { fold } from './words.ts'

type Unit = 'day' | 'week' | 'month' | 'year'

const UNITS: readonly (readonly [unit: Unit, words: RegExp])[] = [
  ['day', /^(days?|dias?|jours?)$/],
  ['week', /^(weeks?|semanas?|semaines?)$/],
  ['month', /^(months?|mes|meses|mois)$/],
  ['year', /^(years?|anos?|ans?|annees?)$/],
]
const unitOf = (word: string | undefined): Unit => UNITS.find(([, words]) => words.test(word ?? ''))?.[0] ?? 'day'

const UNIT = '(days?|weeks?|months?|years?|dias?|semanas?|mes|meses|anos?|jours?|semaines?|mois|ans?|annees?)'

/** January is 0, in any of the languages. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    Array.from({ length: 12 }, (_, month): [string, number] => [
      fold(new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 15))),
      month,
    ]),
  ),
)

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day))

function back(now: Date, count: number, unit: Unit): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  switch (unit) {
    case 'day':
      return utc(year, month, day - count)
    case 'week':
      return utc(year, month, day - 7 * count)
    case 'month':
      return utc(year, month - count, day)
    case 'year':
      return utc(year - count, month, day)
  }
}

function beginning(now: Date, unit: Unit): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  switch (unit) {
    case 'day':
      return utc(year, month, day)
    case 'week':
      return utc(year, month, day - ((now.getUTCDay() + 6) % 7))
    case 'month':
      return utc(year, month, 1)
    case 'year':
      return utc(year, 0, 1)
  }
}

/** Days, both included; without an end it lasts until now. */
export interface Period {
  start: Date
  end?: Date
}

const DAY_MS = 86_400_000

/** The whole unit before this one: "last week" ends on Sunday. */
const previous = (now: Date, unit: Unit): Period => ({
  start: beginning(back(beginning(now, unit), 1, unit), unit),
  end: new Date(beginning(now, unit).getTime() - DAY_MS),
})

const ago = ([, count, unit]: RegExpExecArray, now: Date): Period => ({ start: back(now, Number(count), unitOf(unit)) })

/** How people name a time that is past. Tried in this order on the folded text. */
const FORMS: readonly (readonly [said: RegExp, period: (found: RegExpExecArray, now: Date) => Period])[] = [
  [
    /\b(\d{4}) (\d{2}) (\d{2})\b/,
    ([, year, month, day]) => ({ start: utc(Number(year), Number(month) - 1, Number(day)) }),
  ],
  [/\b(today|hoy|aujourd hui)\b/, (_, now) => ({ start: beginning(now, 'day') })],
  [/\b(yesterday|ayer|hier)\b/, (_, now) => previous(now, 'day')],
  [new RegExp(`\\b(?:last|past|previous|ultim[oa]s?|pasad[oa]s?) (\\d{1,3}) ${UNIT}\\b`), ago],
  [new RegExp(`\\b(\\d{1,3}) (?:derniers|dernieres|ultim[oa]s) ${UNIT}\\b`), ago],
  [new RegExp(`\\b(\\d{1,3}) ${UNIT} ago\\b`), ago],
  [new RegExp(`\\b(?:hace|il y a) (\\d{1,3}) ${UNIT}\\b`), ago],
  [
    new RegExp(`\\b(?:this|est[ea]|cette|cet|ce) ${UNIT}\\b`),
    ([, unit], now) => ({ start: beginning(now, unitOf(unit)) }),
  ],
  [new RegExp(`\\b(?:last|past|previous|ultim[oa]) ${UNIT}\\b`), ([, unit], now) => previous(now, unitOf(unit))],
  [new RegExp(`\\b${UNIT} (?:pasad[oa]|dernier|derniere|passee?)\\b`), ([, unit], now) => previous(now, unitOf(unit))],
  [
    // The last month of that name: from its beginning, or the whole of it.
    new RegExp(`\\b(in|since|from|en|desde|de|depuis) (${[...MONTHS.keys()].join('|')})\\b`),
    ([, word, name], now) => {
      const month = MONTHS.get(name ?? '') ?? 0
      const year = now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0)
      const start = utc(year, month, 1)
      return /^(in|en|de)$/.test(word ?? '') ? { start, end: utc(year, month + 1, 0) } : { start }
    },
  ],
]

/** The time that a folded text names: "last week", "hace 3 días", "depuis mars". */
export function findPeriod(folded: string, now: Date): Period | undefined {
  for (const [said, period] of FORMS) {
    const found = said.exec(folded)
    if (found !== null) return period(found, now)
  }
  return undefined
}
