import { type BusinessCalendar, createBusinessClock, type Period } from '@vakt/domain/business-calendar.ts'
import { instantOf } from '@vakt/domain/time-zone.ts'

/**
 * What the service on a resource costs. Money is in whole minor units (öre, cents) of the customer's currency. A `custom` price is a month's,
 * as agreed; null: it is settled outside Vakt.
 */
export type CloudOpsPricing = { kind: 'hourly'; hourlyMinor: number } | { kind: 'custom'; monthlyMinor: number | null } | { kind: 'free' }

/** The service as it was active for a time; milliseconds since 1970, `to` is not part of it any more. */
export type ActiveSpan = Period & { calendar: BusinessCalendar; pricing: CloudOpsPricing }

/** `amountMinor` is null when a part of it is settled outside Vakt. */
export type MonthlyCost = { activeMinutes: number; amountMinor: number | null }

const minute = 60_000

/** `2026-11` with the first moments of that month and of the next one in this zone; undefined for what is no month. */
export function periodOfMonth(month: string, timeZone: string): Period | undefined {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined || number === undefined) return undefined
  return {
    from: instantOf(Date.UTC(Number(year), Number(number) - 1, 1), timeZone),
    to: instantOf(Date.UTC(Number(year), Number(number), 1), timeZone),
  }
}

/** `2026-12` after `2026-11`; negative steps lead back. */
export function addMonths(month: string, steps: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const total = year * 12 + number - 1 + steps
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((((total % 12) + 12) % 12) + 1).padStart(2, '0')}`
}

/** `part / whole` of an amount, halves away from zero; exact for any amount, since it is never a fraction on the way. */
function share(amountMinor: number, part: number, whole: number): number {
  if (whole <= 0) return 0
  const [amount, over, under] = [BigInt(amountMinor), BigInt(Math.round(part)), BigInt(Math.round(whole))]
  return Number((2n * amount * over + under) / (2n * under))
}

function costOfSpan(span: ActiveSpan, month: Period): MonthlyCost {
  const clock = createBusinessClock(span.calendar)
  const [from, to] = [Math.max(span.from, month.from), Math.min(span.to, month.to)]
  const active = from < to ? clock.between(from, to) : 0
  const activeMinutes = Math.round(active / minute)
  if (span.pricing.kind === 'free') return { activeMinutes, amountMinor: 0 }
  if (span.pricing.kind === 'hourly') return { activeMinutes, amountMinor: share(span.pricing.hourlyMinor, activeMinutes, 60) }
  const { monthlyMinor } = span.pricing
  if (monthlyMinor === null) return { activeMinutes, amountMinor: active > 0 ? null : 0 }
  return { activeMinutes, amountMinor: share(monthlyMinor, active, clock.between(month.from, month.to)) }
}

/**
 * What a resource costs in a month (in its customer's zone): hourly price × active minutes, an agreed price by its share of the month's active
 * time. Each span is rounded once, to the minor unit.
 */
export function costOfMonth(spans: readonly ActiveSpan[], month: Period): MonthlyCost {
  const sum: MonthlyCost = { activeMinutes: 0, amountMinor: 0 }
  for (const span of spans) {
    const { activeMinutes, amountMinor } = costOfSpan(span, month)
    sum.activeMinutes += activeMinutes
    sum.amountMinor = sum.amountMinor === null || amountMinor === null ? null : sum.amountMinor + amountMinor
  }
  return sum
}

/** When the service is active next: `at` itself within its hours. */
export function activeFrom(calendar: BusinessCalendar, at: number): number {
  const open = createBusinessClock(calendar).openPeriod(at)
  return open === null ? at : Math.max(open.from, at)
}
