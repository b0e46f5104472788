import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import { eventLogMetric } from '@vakt/domain/agents/event-log-metric.ts'
import { readFoundEvents } from '#server/features/agent-configurations/reported-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Evaluated } from './settle-states.ts'

const shownEntries = 5
const shownText = 300
/** Of so many alerts in one run the entries are read. */
const maxAlerts = 500

/** Gives each alert on a query of an event log that fires now the entries that matched last: the metric only counts them. */
export async function readLoggedEntries(transaction: Transaction, customerId: string, results: readonly Evaluated[]): Promise<void> {
  const fired = results.filter(({ firedIn, watched }) => firedIn !== null && watched.rule.metricName === eventLogMetric).slice(0, maxAlerts)
  if (fired.length === 0) return
  const entityIds = [...new Set(fired.map(({ watched }) => watched.entity.entityId))]
  const found = await readFoundEvents(transaction, customerId, entityIds)
  for (const result of fired) {
    const { entity, series } = result.watched
    const matched = (found.get(entity.entityId) ?? []).filter(({ query }) => query === series.labels.query)
    result.entries = matched.slice(-shownEntries).reverse()
  }
}

/** The latest entry first: when, how bad, from where, and its text on a line of its own. The time is that of Vakt's other texts about moments: UTC. */
export const writeEntries = (entries: readonly FoundEvent[]): string =>
  entries
    .map(({ at, level, source, eventId, text }) => {
      const head = [`${at.slice(0, 19).replace('T', ' ')} UTC`, level, eventId === null ? source : `${source} ${eventId}`]
      const shown = text.length > shownText ? `${text.slice(0, shownText)}…` : text
      return `${head.join(' · ')}\n${shown.trim()}`
    })
    .join('\n\n')
