import type { listSourceSignals as contractList } from '@vakt/contract/monitoring-sources/source-signals.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { findAlertsByIdentity } from '#server/features/alerts/list-alerts.ts'
import { findSenders, type Sender } from '#server/features/monitoring-sources/find-senders.ts'
import { getSource } from '#server/features/monitoring-sources/list-sources.ts'
import { listTopics, type SourceTopic } from '#server/features/monitoring-sources/source-topics.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { readFromSender } from './read-pending-signals.ts'
import { toText } from './set-aside.ts'
import { readBodyOfSource, readSourceSignals, type SourceSignalRow } from './source-signal-list-table.ts'

const shownAlerts = 3

type Identity = Pick<AlertEvent, 'source' | 'fingerprint'>
const keyOf = ({ source, fingerprint }: Identity) => `${source}\n${fingerprint}`

/** Which alerts a signal speaks of: read again, since what a signal led to is stored with its alerts only. */
async function identitiesOf(
  customerId: string,
  { state, format, body, tokenId }: SourceSignalRow,
  senders: Map<string, Sender>,
): Promise<Identity[]> {
  if (state !== 'done' || body === null) return []
  const content = await readFromSender(customerId, { format, body }, senders.get(tokenId))
  return content.kind === 'alerts' ? content.events.slice(0, shownAlerts) : []
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null
const presentTopic = ({ topicArn, askedAt, allowedAt, confirmedAt }: SourceTopic) => ({
  topicArn,
  askedAt: askedAt.toISOString(),
  allowedAt: iso(allowedAt),
  confirmedAt: iso(confirmedAt),
})

export async function listSourceSignals(context: Context, customerId: string, id: string): Promise<ResultOf<typeof contractList>> {
  const { customer, sourceId } = await getSource(context, customerId, id)
  const { rows, senders, topics } = await inTransaction(context, customerId, async (transaction) => {
    const read = await readSourceSignals(transaction, customerId, sourceId)
    return {
      rows: read,
      topics: await listTopics(transaction, customerId, sourceId),
      senders: await findSenders(transaction, customerId, [...new Set(read.map(({ tokenId }) => tokenId))]),
    }
  })
  const identities = await Promise.all(rows.map((row) => identitiesOf(customerId, row, senders)))
  const found = await findAlertsByIdentity(context, { customerId, isProvider: customer.isProvider }, identities.flat())
  const alerts = Map.groupBy(found, keyOf)
  const signals = rows.map(({ tokenId: _, body: __, receivedAt, ...row }, index) => ({
    ...row,
    receivedAt: receivedAt.toISOString(),
    alerts: (identities[index] ?? [])
      .flatMap((identity) => alerts.get(keyOf(identity)) ?? [])
      .map(({ source: _s, fingerprint: _f, ...alert }) => alert),
  }))
  return { signals, topics: topics.map(presentTopic) }
}

/** The body as text; what is no text shows as replacement characters. */
export async function getSourceSignal(
  context: Context,
  customerId: string,
  of: { sourceId: string; signalId: string },
): Promise<{ contentType: string | null; body: string }> {
  const named = { sourceId: readUuid(of.sourceId), signalId: readNumericId(of.signalId) }
  const found = await inTransaction(context, customerId, (transaction) => readBodyOfSource(transaction, customerId, named))
  if (!found) throw new NotFound()
  return { contentType: found.contentType, body: toText(found.body) }
}
