import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { type ChannelHealthRow, readChannelHealthForAllCustomers, readProviderForAllCustomers } from './channel-health-table.ts'
import { type ChannelParts, wayOf } from './list-channels.ts'
import { isStuck } from './waiting-status.ts'
import { readWaitingForAllCustomers, type WaitingRow } from './waiting-table.ts'

const dayMs = 86_400_000
/** One that fails may be a wrong address: so many in a row, and none that was sent, are the channel itself. */
const failuresInARow = 3

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason' | 'detail'>

type Facts = { health: ChannelHealthRow; waiting: WaitingRow | undefined; isConfigured: boolean }

function judge({ health: { failed, failedSince, reason, answer, sentAt }, waiting, isConfigured }: Facts): Judged {
  if (!isConfigured) return { state: 'off', since: null, reason: 'not_configured' }
  if (waiting) return { state: 'failing', since: waiting.since, reason: waiting.reason ?? 'waiting', detail: waiting.answer }
  if (failed >= failuresInARow) return { state: 'failing', since: failedSince, reason, detail: answer }
  return { state: sentAt ? 'working' : 'never', since: null }
}

/** Email, SMS and calls: the provider's, for all customers. */
export const channelIntegrations = (parts: ChannelParts): IntegrationKind => ({
  kind: 'channel',
  capabilities: ['messages-out'],
  listAt: (place) => adminScreen('/admin/channels')({ ...place, customerId: null }),
  find: async (transaction, { customerId, now }) => {
    const customer = await readProviderForAllCustomers(transaction, customerId)
    if (!customer) return []
    const rows = await readChannelHealthForAllCustomers(transaction, new Date(now.getTime() - dayMs))
    const stuck = (await readWaitingForAllCustomers(transaction)).filter(isStuck)
    return rows.map((row) => ({
      integrationId: row.channel,
      customer,
      name: row.channel,
      ...judge({
        health: row,
        waiting: stuck.find(({ channel }) => channel === row.channel),
        isConfigured: wayOf(row.channel, parts).carrier !== null,
      }),
      lastSignalAt: row.sentAt,
    }))
  },
})
