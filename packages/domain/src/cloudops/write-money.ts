/** Hundredths of a currency as a person reads them, such as `2,162.50 SEK`. */
export function writeMoney(minor: number, currency: string, locale: string): string {
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(minor / 100)
  return `${amount} ${currency}`
}
