import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import { nextOccurrences } from '@vakt/domain/recurrence.ts'
import { wallTimeOf } from '@vakt/domain/time-zone.ts'
import { CronExpressionParser } from 'cron-parser'

/** Numbers that do not differ from run to run. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A field of a cron expression: a star, a step, a range or a list. */
function makeField(below: (limit: number) => number, first: number, last: number): string {
  const some = () => first + below(last - first + 1)
  const kind = below(4)
  if (kind === 0) return '*'
  if (kind === 1) return `*/${1 + below(last - first + 1)}`
  const values = [...new Set([some(), some(), some()])].sort((a, b) => a - b)
  return kind === 2 ? `${values[0]}-${values.at(-1)}` : values.join(',')
}

function makeExpression(below: (limit: number) => number): string {
  const time = `${below(60)} ${makeField(below, 0, 23)}`
  const months = makeField(below, 1, 12)
  // Up to the 29th, so that each expression starts in some leap year at least.
  const dates = makeField(below, 1, 29)
  const days = makeField(below, 0, 6)
  // What a step of a star means beside another limit differs between libraries.
  const isEither = !dates.startsWith('*') && !days.startsWith('*')
  return `${time} ${dates} ${months} ${isEither || dates === '*' ? days : '*'}`
}

const zones = ['UTC', 'Europe/Stockholm']
const startsCompared = 10
/** At the turn of each year, before a possible 29 February, and before the clocks change. */
const daysOfYear = ['01-01', '02-27', '03-27', '10-23']
const moments = [2026, 2027, 2028, 2029, 2030].flatMap((year) => daysOfYear.map((day) => new Date(`${year}-${day}T00:00:00Z`)))

const hour = 3_600_000

/** Whether the clocks are changed about then: what an hour that is skipped or repeated means differs between libraries, and has tests of its own. */
function isAtChangeOfClocks(at: number, timeZone: string): boolean {
  const offset = (moment: number) => wallTimeOf(moment, timeZone) - moment
  return offset(at - 2 * hour) !== offset(at + 2 * hour)
}

/** The next starts by Vakt and by cron-parser, milliseconds since 1970; as many as both have before the later of them ends. */
function findStarts(expression: string, timeZone: string, after: Date): [number[], number[]] {
  const recurrence: Recurrence = {
    ...{ timeZone, startsAt: '2026-01-01T00:00', repeats: 'cron', weekdays: [], monthDay: null },
    ...{ cron: expression, endsOn: null, endsAfter: null },
  }
  const own = nextOccurrences(recurrence, after, startsCompared).map(({ at }) => at.getTime())
  const other = CronExpressionParser.parse(expression, { currentDate: after, tz: timeZone })
  const others = Array.from({ length: own.length }, () => other.next().getTime())
  if (own.join() === others.join()) return [own, others]
  const end = Math.min(own.at(-1) ?? 0, others.at(-1) ?? 0)
  const clear = (starts: number[]) => starts.filter((at) => at <= end && !isAtChangeOfClocks(at, timeZone))
  return [clear(own), clear(others)]
}

/**
 * Compares the starts of generated cron expressions, in UTC and in Stockholm in turn, with those that another library finds: the next ten at twenty
 * moments of five years, a leap year and ten changes of the clocks among them. Returns how many starts were compared, and which expressions differ.
 */
export function compareSchedules(expressions: number): { compared: number; different: string[] } {
  const below = createNumbers(20_261_125)
  let compared = 0
  const different: string[] = []
  for (let index = 0; index < expressions; index++) {
    const expression = makeExpression(below)
    const timeZone = zones[index % zones.length] as string
    for (const after of moments) {
      const [own, others] = findStarts(expression, timeZone, after)
      compared += own.length
      if (own.join() === others.join()) continue
      different.push(`${expression} in ${timeZone} after ${after.toISOString()}`)
      break
    }
  }
  return { compared, different }
}
