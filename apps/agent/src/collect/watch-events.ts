import { join } from 'node:path'
import type { EventLogQuery, FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'
import { matcherOf } from '@vakt/domain/agent-configurations/patterns.ts'
import { eventLogMetric } from '@vakt/domain/agents/event-log-metric.ts'
import { readKept, writeWhole } from '#agent/keep-file.ts'
import type { EventBatch, LoggedEvent, ReadLog } from './logged-event.ts'

/** Together, and of one query: one that matches all the time leaves the others their place. */
const shownEvents = 50
const shownOfQuery = 10
const shownText = 500
/**
 * Comparing texts with patterns takes no longer than this in one cycle; a single comparison is bounded by its own limits. Each query has an
 * equal part, and what earlier ones left.
 */
const matchBudgetMs = 2000

const badness: Record<EventLogQuery['level'], number> = { critical: 1, error: 2, warning: 3, information: 4, verbose: 5 }

type Kept = { cursors: Record<string, string>; recent: FoundEvent[] }

/** The least bad level that any of these asks for: the log is read once for all of them. */
const levelOf = (queries: readonly EventLogQuery[]): EventLogQuery['level'] =>
  queries.map(({ level }) => level).reduce((one, other) => (badness[one] > badness[other] ? one : other))

function matcherOfQuery({ level, eventID, sourceRegexString, regexString }: EventLogQuery): (event: LoggedEvent) => boolean {
  const isSource = sourceRegexString === '' ? () => true : matcherOf([sourceRegexString])
  const isText = regexString === '' ? () => true : matcherOf([regexString])
  return (event) =>
    badness[event.level] <= badness[level] &&
    (eventID === null || event.eventId === eventID) &&
    isSource(event.source) &&
    isText(event.text)
}

/** Counts the new entries of the logs that queries ask for, and keeps the last ones that matched to be shown. Each entry counts once. */
export class EventWatcher {
  readonly #file: string
  readonly #readLog: ReadLog
  #kept: Kept

  constructor(folder: string, readLog: ReadLog) {
    this.#file = join(folder, 'events.json')
    this.#readLog = readLog
    this.#kept = readKept<Kept>(this.#file) ?? { cursors: {}, recent: [] }
  }

  get recent(): FoundEvent[] {
    return this.#kept.recent
  }

  async watch(queries: readonly EventLogQuery[]): Promise<AgentPoint[]> {
    const budget = { spentMs: 0, allowedMs: 0 }
    const points: AgentPoint[] = []
    const logs = Map.groupBy(queries, ({ logName }) => logName)
    const cursors: Record<string, string> = {}
    const recent = new Map(queries.map(({ queryName }) => [queryName, this.#kept.recent.filter(({ query }) => query === queryName)]))
    for (const [logName, asked] of logs) {
      const before = this.#kept.cursors[logName]
      try {
        const batch = await this.#readLog(logName, levelOf(asked), before)
        cursors[logName] = batch.cursor
        for (const query of asked) {
          budget.allowedMs += matchBudgetMs / queries.length
          const { count, last, isCut } = this.#match(query, batch, budget)
          points.push({ metric: eventLogMetric, unit: null, dimensions: { query: query.queryName, log: logName }, value: count })
          if (isCut)
            points.push({ metric: 'vakt.event_log.cut', unit: null, dimensions: { query: query.queryName, log: logName }, value: 1 })
          recent.set(query.queryName, [...(recent.get(query.queryName) ?? []), ...last])
        }
      } catch {
        // A cursor whose entry is gone from the log is given up: it is read from now on.
        points.push({ metric: 'vakt.check.failed', unit: null, dimensions: { check: `log ${logName}`.slice(0, 300) }, value: 1 })
      }
    }
    const share = Math.max(1, Math.min(shownOfQuery, Math.floor(shownEvents / queries.length)))
    const shown = [...recent.values()].flatMap((entries) => entries.slice(-share)).toSorted((one, other) => (one.at < other.at ? -1 : 1))
    this.#keep({ cursors, recent: shown })
    return points
  }

  #match(query: EventLogQuery, { events, isCut }: EventBatch, budget: { spentMs: number; allowedMs: number }) {
    const isWanted = matcherOfQuery(query)
    const last: FoundEvent[] = []
    let count = 0
    let isOver = false
    for (const event of events) {
      isOver = budget.spentMs > budget.allowedMs
      if (isOver) break
      const started = performance.now()
      const isMatch = isWanted(event)
      budget.spentMs += performance.now() - started
      if (!isMatch) continue
      count += 1
      last.push({ ...event, query: query.queryName, source: event.source.slice(0, 256), text: event.text.slice(0, shownText) })
      if (last.length > shownOfQuery) last.shift()
    }
    return { count, last, isCut: isCut || isOver }
  }

  #keep(kept: Kept): void {
    const isNew = JSON.stringify(kept) !== JSON.stringify(this.#kept)
    this.#kept = kept
    if (!isNew) return
    try {
      writeWhole(this.#file, JSON.stringify(kept))
    } catch {
      // On a full disk it is known until the program ends; then logs are read from their end.
    }
  }
}
