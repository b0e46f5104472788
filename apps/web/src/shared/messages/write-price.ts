import type { Price } from '@vakt/contract/deliveries/deliveries.ts'

/** Millionths of a currency as people read them, such as `0.35 SEK`; small sums with as many digits as they need. */
export function writePrice({ millionths, currency }: Price, locale: string): string {
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(millionths / 1_000_000)
  return `${amount} ${currency}`
}
