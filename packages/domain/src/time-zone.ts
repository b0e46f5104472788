const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** Whether this is the name of an IANA time zone that is known here. */
export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

function readOffset(instant: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return shown - Math.floor(instant / 1000) * 1000
}

/** No zone changes its clocks but at a quarter of an hour. Asking the formatter is slow. */
const quarter = 900_000
const mostRemembered = 50_000
const offsets = new Map<string, Map<number, number>>()

function offsetAt(instant: number, timeZone: string): number {
  let known = offsets.get(timeZone)
  if (!known || known.size > mostRemembered) {
    known = new Map()
    offsets.set(timeZone, known)
  }
  const block = Math.floor(instant / quarter)
  let offset = known.get(block)
  if (offset === undefined) {
    offset = readOffset(block * quarter, timeZone)
    known.set(block, offset)
  }
  return offset
}

/** What a clock on the wall shows at this instant, as if it were UTC; in milliseconds. */
export const wallTimeOf = (instant: number, timeZone: string): number => instant + offsetAt(instant, timeZone)

/**
 * The instant at which a clock on the wall shows this. Of a time that comes twice the first; one that the clock jumps over is taken as
 * if it had not jumped.
 */
export function instantOf(wallTime: number, timeZone: string): number {
  const before = offsetAt(wallTime - 86_400_000, timeZone)
  const after = offsetAt(wallTime + 86_400_000, timeZone)
  for (const offset of [before, after]) if (offsetAt(wallTime - offset, timeZone) === offset) return wallTime - offset
  return wallTime - before
}
