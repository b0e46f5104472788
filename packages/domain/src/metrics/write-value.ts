type Language = 'en' | 'sv'

/** Between a number and its unit; Swedish lines never break there. */
const spaces: Record<Language, string> = { en: ' ', sv: '\u00a0' }

const bytes = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Units as OpenTelemetry, Azure and Prometheus write them, in lower case, and how they are written for people. */
const symbols: Record<string, string> = {
  '%': '%',
  percent: '%',
  by: 'B',
  byte: 'B',
  bytes: 'B',
  'by/s': 'B/s',
  'bytes/s': 'B/s',
  bytespersecond: 'B/s',
  ms: 'ms',
  milliseconds: 'ms',
  s: 's',
  seconds: 's',
  '1/s': '/s',
  countpersecond: '/s',
  '1': '',
  count: '',
}

/** Prometheus says the unit at the end of the name of a metric. */
function symbolOf(metric: string, unit: string | null): string {
  if (unit) return symbols[unit.toLowerCase()] ?? unit
  if (/_bytes(_total)?$/.test(metric)) return 'B'
  return /percent$|^percentage/i.test(metric) ? '%' : ''
}

/** Four digits; what is very large or small with an exponent. */
function writeNumber(value: number, language: Language): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞'
  const size = Math.abs(value)
  const isLong = size >= 1e15 || (size > 0 && size < 1e-6)
  const written = isLong ? value.toExponential(2).replace('e+', 'e') : String(Number(value.toPrecision(4)))
  return language === 'sv' ? written.replace('.', ',') : written
}

/** A value of a metric with its unit, short: `59.54%`, in Swedish `59,54 %` with a no-break space, `20 GiB`, `1.7e308`. */
export function writeValue(value: number, metric: string, unit: string | null, language: Language = 'en'): string {
  const symbol = symbolOf(metric, unit)
  if (symbol !== 'B' && symbol !== 'B/s') {
    const separator = symbol === '%' && language === 'en' ? '' : spaces[language]
    return [writeNumber(value, language), symbol].filter(Boolean).join(separator)
  }
  let power = 0
  while (power < bytes.length - 1 && Math.abs(value) >= 1024 ** (power + 1)) power++
  return `${writeNumber(value / 1024 ** power, language)}${spaces[language]}${bytes[power]}${symbol.slice(1)}`
}
