import type { ReceivedEvent } from '#server/features/incidents/intake/intake-ledger.ts'
import { noteOnAlerts } from '#server/features/incidents/intake/note-on-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { fingerprintOf, forgottenEvent, ruleSource } from './rule-alerts.ts'
import { readLeftRules, type StoredState } from './rule-evaluation-table.ts'
import { keyOf } from './settle-states.ts'
import type { WatchedSeries } from './watched-series.ts'

/** A deletion can be undone right away: only then its alerts are resolved. */
export const deletionGraceMs = 60_000

/** An alert whose rule was switched off, or is not valid any more, stays open: its trail says why nothing closes it. */
export async function noteFrozen(
  transaction: Transaction,
  customerId: string,
  written: StoredState[],
  { stored, now }: { stored: StoredState[]; now: Date },
): Promise<void> {
  const before = new Map(stored.map((state) => [keyOf(state), state.frozen]))
  const frozen = written.filter((state) => state.raised && state.frozen && state.frozen !== (before.get(keyOf(state)) ?? null))
  const notes = frozen.map((state) => ({
    source: ruleSource,
    fingerprint: fingerprintOf(state),
    step: `rule-${state.frozen}`,
    details: {},
  }))
  if (notes.length > 0) await noteOnAlerts(transaction, customerId, notes, now)
}

/** States of rules and series that are not evaluated any more: left as they are while the rule is switched off, else resolved. */
export async function settleLeft(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  { stored, watched }: { stored: StoredState[]; watched: WatchedSeries[] },
) {
  const unseen = new Map(stored.map((state) => [keyOf(state), state]))
  if (unseen.size > 0)
    await takeTurns(watched, ({ rule, series }) => void unseen.delete(keyOf({ ruleId: rule.ruleId, seriesNo: series.seriesNo })))
  const left = [...unseen.values()]
  const events: ReceivedEvent[] = []
  const written: StoredState[] = []
  const deleted: StoredState[] = []
  if (left.length === 0) return { events, written, deleted, changed: [] }
  const rules = await readLeftRules(transaction, customerId, [...new Set(left.map(({ ruleId }) => ruleId))])
  const ruleOf = new Map(rules.map((rule) => [rule.ruleId, rule]))
  for (const state of left) {
    const rule = ruleOf.get(state.ruleId)
    const isDeleted = !rule || rule.deletedAt !== null
    if (rule?.deletedAt && now.getTime() - rule.deletedAt.getTime() < deletionGraceMs) continue
    if (!isDeleted && !rule.enabled && state.raised) {
      if (state.frozen !== 'disabled') written.push({ ...state, frozen: 'disabled' })
      continue
    }
    if (state.raised) events.push(forgottenEvent(state, state.raised, isDeleted ? 'deleted' : 'not-covered', now))
    deleted.push(state)
  }
  return { events, written, deleted, changed: [...new Set([...written, ...deleted].map(({ ruleId }) => ruleId))] }
}
