/** Days since 1 January 1970, a calendar day without a time zone. */
export type DayNumber = number

const millisecondsOfDay = 86_400_000

export const dayNumber = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / millisecondsOfDay

/** `2026-11-21` as a day. */
export const parseDay = (day: string): DayNumber => Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay

export const formatDay = (day: DayNumber): string => new Date(day * millisecondsOfDay).toISOString().slice(0, 10)

export const yearOf = (day: DayNumber): number => new Date(day * millisecondsOfDay).getUTCFullYear()

/** Monday is 0. */
export const weekdayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterSunday(year: number): DayNumber {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const sunCorrection = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + sunCorrection + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  return dayNumber(year, month, offset + 28 - 31 * Math.floor(month / 4))
}

const saturday = 5

function saturdayFrom(day: DayNumber): DayNumber {
  return day + ((saturday - weekdayOf(day) + 7) % 7)
}

/** The public holidays of Sweden by law (1989:253), as they are since 2005. */
export function swedishHolidays(year: number): DayNumber[] {
  const easter = easterSunday(year)
  const midsummer = saturdayFrom(dayNumber(year, 6, 20))
  const allSaints = saturdayFrom(dayNumber(year, 10, 31))
  const fixed = [
    [1, 1],
    [1, 6],
    [5, 1],
    [6, 6],
    [12, 25],
    [12, 26],
  ] as const
  return [
    ...fixed.map(([month, day]) => dayNumber(year, month, day)),
    easter - 2,
    easter,
    easter + 1,
    easter + 39,
    easter + 49,
    midsummer,
    allSaints,
  ].toSorted((one, other) => one - other)
}

/** The eves on which hardly anybody works, by custom and most agreements: Midsummer's Eve, Christmas Eve and New Year's Eve. */
export function swedishEves(year: number): DayNumber[] {
  return [saturdayFrom(dayNumber(year, 6, 20)) - 1, dayNumber(year, 12, 24), dayNumber(year, 12, 31)]
}
