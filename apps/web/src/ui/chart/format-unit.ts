export type Unit = 'count' | 'percent' | 'bytes' | 'bytesPerSecond' | 'milliseconds' | 'seconds' | 'perSecond'

export type UnitFormat = {
  /** One value, as a card or a table shows it: three or four digits and the unit. */
  value(value: number): string
  /** The labels of an axis: all in the same unit, with as many decimals as tell them apart. */
  axis(ticks: readonly number[]): string[]
}

type Scale = { size: number; symbol: string }

const kibi = 1024
const byteScales = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'].map((symbol, power): Scale => ({ size: kibi ** power, symbol }))

const timeScales = (millisecond: number, hour: string): Scale[] => [
  { size: millisecond, symbol: 'ms' },
  { size: 1000 * millisecond, symbol: 's' },
  { size: 60_000 * millisecond, symbol: 'min' },
  { size: 3_600_000 * millisecond, symbol: hour },
]

function scalesOf(unit: Unit, locale: string): Scale[] {
  const hour = locale.startsWith('sv') ? 'tim' : 'h'
  if (unit === 'bytes') return byteScales
  if (unit === 'bytesPerSecond') return byteScales.map(({ size, symbol }) => ({ size, symbol: `${symbol}/s` }))
  if (unit === 'milliseconds') return timeScales(1, hour)
  if (unit === 'seconds') return timeScales(0.001, hour)
  return []
}

function scaleFor(value: number, scales: Scale[]): Scale | undefined {
  const smallest = scales.find(({ symbol }) => symbol.startsWith('B') || symbol === 's')
  return scales.findLast(({ size }) => Math.abs(value) >= size) ?? (value === 0 ? smallest : scales[0])
}

/** From here on numbers are written as `1.2M`, and from there on as `1.7E308`. */
const compactFrom = 1_000_000
const scientificFrom = 1e18
const scientific = { notation: 'scientific', maximumSignificantDigits: 4 } as const

function decimalsOf(value: number): number {
  const size = Math.abs(value)
  if (size === 0 || size >= 100) return 0
  if (size >= 10) return 1
  if (size >= 1) return 2
  return Math.min(6, 1 - Math.floor(Math.log10(size)))
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Writes values of one unit in the language of the locale. Percent are from 0 to 100; bytes go by 1,024. */
export function createUnitFormat(unit: Unit, locale: string): UnitFormat {
  const scales = scalesOf(unit, locale)

  function write(value: number, decimals: number, isCompact: boolean): string {
    if (Math.abs(value) >= scientificFrom) return numberFormat(locale, scientific).format(value)
    if (unit === 'percent') return numberFormat(locale, { style: 'percent', maximumFractionDigits: decimals }).format(value / 100)
    const options: Intl.NumberFormatOptions = isCompact
      ? { notation: 'compact', maximumSignificantDigits: 4 }
      : { maximumFractionDigits: decimals }
    return `${numberFormat(locale, options).format(value)}${unit === 'perSecond' ? '/s' : ''}`
  }

  return {
    value(value) {
      const scale = scaleFor(value, scales)
      if (!scale) return write(value, decimalsOf(value), Math.abs(value) >= compactFrom)
      const scaled = value / scale.size
      const options = Math.abs(scaled) >= scientificFrom ? scientific : { maximumFractionDigits: decimalsOf(scaled) }
      return `${numberFormat(locale, options).format(scaled)}\u00a0${scale.symbol}`
    },
    axis(ticks) {
      const largest = Math.max(0, ...ticks.map(Math.abs))
      const decimalsIn = (size: number) =>
        [0, 1, 2, 3, 4, 5].find((decimals) =>
          ticks.every((tick) => Math.abs(tick / size - Number((tick / size).toFixed(decimals))) < (largest / size) * 1e-6),
        ) ?? 6
      const scale = scales.findLast(({ size }) => size <= largest && decimalsIn(size) <= 2) ?? scaleFor(largest, scales)
      const size = scale?.size ?? 1
      const decimals = decimalsIn(size)
      return ticks.map((tick) =>
        scale && tick !== 0
          ? `${numberFormat(locale, { maximumFractionDigits: decimals }).format(tick / size)}\u00a0${scale.symbol}`
          : write(tick, decimals, largest >= 10_000),
      )
    },
  }
}
