/** The sign before decimals where this language is spoken. */
const decimalSign = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * `1 250,5` or `1,250.50` as `1250.50`, a decimal number with a point; undefined for what is no amount. A single sign is that of the
 * language, but where it can only be the other: `12.50` is no twelve hundred and fifty.
 */
export function parseAmount(text: string, locale: string): string | undefined {
  const given = text.replace(/[\s\u00a0\u202f']/g, '').replace('−', '-')
  const own = decimalSign(locale)
  const other = own === ',' ? '.' : ','
  const grouped = new RegExp(`^-?\\d{1,3}(\\${other}\\d{3})+(\\${own}\\d+)?$`)
  const plain = grouped.test(given) ? given.replaceAll(other, '') : given
  const [whole, sign = '', units = '', , decimals = ''] = /^(-?)(\d{1,12})([.,](\d{1,2}))?$/.exec(plain) ?? []
  return whole === undefined ? undefined : `${sign}${Number(units)}${decimals ? `.${decimals.padEnd(2, '0')}` : ''}`
}

/** As it is shown in the field while it is not typed in: grouped, with the sign of the language. */
export function writeAmount(amount: string, locale: string): string {
  const decimals = amount.includes('.') ? 2 : 0
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: 2 }).format(Number(amount))
}
