import type { Severity } from '@vakt/contract/severity.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { findFiringAlertsForAllCustomers } from './alert-state-table.ts'
import { recordAlerts } from './record-alerts.ts'

/** The source of what Vakt itself noticed. */
const ownSource = 'vakt'

/** What Vakt itself noticed. */
export type OwnAlert = {
  /** Names the condition: the same while it lasts and when it comes back. */
  fingerprint: string
  rule: string
  name: string
  description: string
  severity: Severity
  /** What it is about, in a word. */
  about: string
  /** The entity that it is about; absent or null: none. */
  entity?: { entityId: string; name: string } | null
}

/** A moment in the text of an alert, which people in several time zones read: `2026-11-22 15:04 UTC`. */
export const writeMoment = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Raises or resolves an alert of Vakt's own, which then is an alert like any other: incident, ticket and trail follow. */
export async function recordOwnAlert(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { about, entity = null, ...alert }: OwnAlert,
  state: 'firing' | 'resolved',
): Promise<void> {
  const event = {
    ...alert,
    source: ownSource,
    state,
    startedAt: null,
    endedAt: null,
    metricName: null,
    targets: [],
    targetName: about,
    ...(entity === null && { isAboutNoEntity: true as const }),
    labels: {},
    sourceUrl: null,
  }
  await recordAlerts(transaction, context, customerId, [
    { event, receivedAt: context.now, match: entity && { ...entity, customerId, by: 'vakt-entity' } },
  ])
}

/** Resolves an alert of Vakt's own of which nothing but its fingerprint is known any more. */
export function resolveOwnAlert(transaction: Transaction, context: Context, customerId: string, fingerprint: string): Promise<void> {
  const forgotten = { fingerprint, rule: fingerprint, name: fingerprint, description: '', severity: 'low' as const, about: fingerprint }
  return recordOwnAlert(transaction, context, customerId, forgotten, 'resolved')
}

/** The alerts of Vakt's own that fire by this rule, at all customers. */
export const readFiringOwnAlerts = (transaction: Transaction, rule: string): Promise<{ customerId: string; fingerprint: string }[]> =>
  findFiringAlertsForAllCustomers(transaction, ownSource, rule)
