import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { EventLogQuery } from '@vakt/contract/agents/agent-configurations.ts'
import { type EventBatch, type LoggedEvent, longestEventText, mostEventsAtOnce, type ReadLog } from './logged-event.ts'

const timeoutMs = 20_000
/** Priorities of syslog: 0 to 2 are worse than an error. */
const priorities: Record<EventLogQuery['level'], number> = { critical: 2, error: 3, warning: 4, information: 6, verbose: 7 }
const levelOf = (priority: number): EventLogQuery['level'] =>
  priority <= 2 ? 'critical' : priority === 3 ? 'error' : priority === 4 ? 'warning' : priority <= 6 ? 'information' : 'verbose'

type Entry = Record<string, unknown>

/** A field is a text, or the bytes of one that is not UTF-8, or null where it is too large. */
function textOf(field: unknown): string {
  if (typeof field === 'string') return field
  if (Array.isArray(field)) return typeof field[0] === 'number' ? Buffer.from(field as number[]).toString() : textOf(field[0])
  return ''
}

/** One line of `journalctl --output=json`; undefined where it is none. */
export function parseJournalLine(line: string): { event: LoggedEvent; cursor: string } | undefined {
  let entry: Entry
  try {
    entry = Object(JSON.parse(line))
  } catch {
    return undefined
  }
  const cursor = textOf(entry.__CURSOR)
  const microseconds = Number(textOf(entry.__REALTIME_TIMESTAMP))
  if (cursor === '' || !(microseconds > 0)) return undefined
  const source = textOf(entry._SYSTEMD_UNIT) || textOf(entry.SYSLOG_IDENTIFIER)
  const priority = Number(textOf(entry.PRIORITY) || 6)
  return {
    event: {
      at: new Date(microseconds / 1000).toISOString(),
      level: levelOf(priority),
      source: source.slice(0, 300),
      eventId: null,
      text: textOf(entry.MESSAGE).slice(0, longestEventText),
    },
    cursor,
  }
}

/** Makes the function that reads the journal of systemd by its own program. */
export function createJournalReader(journalctl: string): ReadLog {
  return async (_logName, level, cursor) => {
    const fields = '--output-fields=PRIORITY,_SYSTEMD_UNIT,SYSLOG_IDENTIFIER,MESSAGE'
    const words = ['--output=json', fields, '--no-pager', '--quiet']
    // Of entries from before there is only wanted where they end.
    const from = cursor === undefined ? ['--lines=1'] : [`--after-cursor=${cursor}`, `--priority=${priorities[level]}`]
    const batch: EventBatch = { events: [], cursor: cursor ?? '', isCut: false }
    const child = spawn(journalctl, [...words, ...from], { stdio: ['ignore', 'pipe', 'pipe'], env: { LC_ALL: 'C' }, timeout: timeoutMs })
    let problem = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(0, 500)
    })
    const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
    child.on('error', reject).on('close', resolve)
    ended.catch(() => {})
    for await (const line of createInterface({ input: child.stdout })) {
      const parsed = parseJournalLine(line)
      if (!parsed) continue
      batch.cursor = parsed.cursor
      if (cursor === undefined) continue
      if (batch.events.length < mostEventsAtOnce) batch.events.push(parsed.event)
      else batch.isCut = true
    }
    const code = await ended
    if (code !== 0 && batch.cursor === (cursor ?? '')) throw new Error(problem.trim() || `journalctl ended with ${code}`)
    return batch
  }
}
