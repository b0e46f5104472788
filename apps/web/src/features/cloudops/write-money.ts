/** Whole minor units as an amount of their currency, such as `2,162.50 SEK`. */
export function writeMoney(minor: number, currency: string, locale: string): string {
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(minor / 100)
  return `${amount} ${currency}`
}

/** `12.50` of a form as whole minor units. */
export const minorOf = (amount: string): number => Math.round(Number(amount) * 100)

/** Whole minor units as a form holds an amount. */
export const amountOf = (minor: number): string => (minor / 100).toFixed(2)
