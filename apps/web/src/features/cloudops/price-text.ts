import type { CloudOpsCalendar, CloudOpsPricing } from '@vakt/contract/cloudops.ts'
import { costOfMonth, periodOfMonth } from '@vakt/domain/cloudops/price.ts'
import { writeMoney } from '@vakt/domain/cloudops/write-money.ts'
import { writeMonth } from '@vakt/domain/reports/write-figures.ts'
import { isTimeZone, wallTimeOf } from '@vakt/domain/time-zone.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { cloudOpsTexts } from './cloudops.texts.ts'

type Priced = { calendar: CloudOpsCalendar; pricing: CloudOpsPricing; currency: string; timeZone: string }

const monthNow = (timeZone: string, now = serverNow()): string => new Date(wallTimeOf(now, timeZone)).toISOString().slice(0, 7)

/** The price in words: `rate` alone, and `sum` with what a whole month of it costs, this month. */
export function usePriceText(): (of: Priced) => { rate: string; sum: string } {
  const words = useTexts(cloudOpsTexts)
  const { locale, number } = useFormat()
  return ({ calendar, pricing, currency, timeZone }) => {
    if (pricing.kind === 'free') return { rate: words.free, sum: words.free }
    const money = (minor: number) => writeMoney(minor, currency, locale)
    if (pricing.kind === 'custom') {
      const rate = pricing.monthlyMinor === null ? words.agreed : words.perMonth(money(pricing.monthlyMinor))
      return { rate, sum: rate }
    }
    const rate = words.perHour(money(pricing.hourlyMinor))
    const month = monthNow(timeZone)
    const period = periodOfMonth(month, timeZone)
    if (!period || !isTimeZone(calendar.timeZone)) return { rate, sum: rate }
    const cost = costOfMonth([{ from: 0, to: Number.POSITIVE_INFINITY, calendar, pricing }], period)
    const hours = number(Math.round(cost.activeMinutes / 0.6) / 100)
    return { rate, sum: words.sum(hours, money(pricing.hourlyMinor), money(cost.amountMinor ?? 0), writeMonth(month, locale)) }
  }
}
