const durationUnits = { min: 1, h: 60, d: 1440 } as const
export type DurationUnit = keyof typeof durationUnits

const pattern = /^(?:(\d+(?:[.,]\d+)?)\s*d[a-zåäö]*)?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:h|t)[a-zåäö]*)?\s*(?:(\d+)\s*(?:m[a-zåäö]*)?)?$/

const maxMinutes = 525_600
const withinYear = (minutes: number) => (minutes >= 1 && minutes <= maxMinutes ? minutes : undefined)

/**
 * `90`, `15 min`, `4 h`, `1:30`, `1h 30m`, `1,5 tim`, `2 d` as whole minutes: at least one, at most a year. A number alone is of
 * `unit`. Null for nothing, undefined for what is no duration.
 */
export function parseDuration(text: string, unit: DurationUnit = 'min'): number | null | undefined {
  const given = text.trim().toLowerCase()
  if (given === '') return null
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(given)
  if (clock) return withinYear(Number(clock[1]) * 60 + Number(clock[2]))
  const alone = /^\d+(?:[.,]\d+)?$/.test(given)
  const [whole, days, hours, minutes] = pattern.exec(alone ? `${given} ${unit}` : given) ?? []
  if (!whole) return undefined
  const number = (part = '0') => Number(part.replace(',', '.'))
  return withinYear(Math.round(number(days) * 1440 + number(hours) * 60 + number(minutes)))
}

/** The number and the largest of the units in which the duration is a whole one. */
export function splitDuration(minutes: number, units: readonly DurationUnit[], preferred?: DurationUnit): [number, DurationUnit] {
  const fits = (unit: DurationUnit) => minutes % durationUnits[unit] === 0
  const unit =
    preferred && fits(preferred) ? preferred : ((['d', 'h', 'min'] as const).find((one) => units.includes(one) && fits(one)) ?? 'min')
  return [minutes / durationUnits[unit], unit]
}
