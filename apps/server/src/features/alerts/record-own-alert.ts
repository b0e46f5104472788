import type { Severity } from '@vakt/contract/severity.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAlerts } from './record-alerts.ts'

/** What Vakt itself noticed. */
export type OwnAlert = {
  /** Names the condition: the same while it lasts and when it comes back. */
  fingerprint: string
  rule: string
  name: string
  description: string
  severity: Severity
  /** What it is about, in a word; it is no entity. */
  about: string
}

/** Raises or resolves an alert of Vakt's own, which then is an alert like any other: incident, ticket and trail follow. */
export async function recordOwnAlert(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { about, ...alert }: OwnAlert,
  state: 'firing' | 'resolved',
): Promise<void> {
  const event = {
    ...alert,
    source: 'vakt',
    state,
    startedAt: null,
    endedAt: null,
    metricName: null,
    targets: [],
    targetName: about,
    isAboutNoEntity: true as const,
    labels: {},
    sourceUrl: null,
  }
  await recordAlerts(transaction, context, customerId, [{ event, receivedAt: context.now, match: null }])
}
