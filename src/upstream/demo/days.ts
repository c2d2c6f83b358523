const DAY_MS = 86_400_000

/** A day as YYYY-MM-DD, in UTC, so many days after now (before, when negative). */
export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** The last moment of that day. */
export const endOfDayFrom = (now: Date, days: number): string => `${dayFrom(now, days)}T23:59:59Z`

/** The last day of the month after this one. */
export const endOfNextMonth = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0)).toISOString().slice(0, 10)

/** How many days lie between two days, as YYYY-MM-DD. */
export const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS
