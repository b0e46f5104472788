import { adminScreen, type FoundIntegration, type IntegrationKind } from '#server/features/integrations/integration-kind.ts'
import { type ChatHealthRow, readChatHealthForAllCustomers } from './chat-destination-table.ts'

type Judged = Pick<FoundIntegration, 'state' | 'since' | 'reason'>

function judge({ isEnabled, latest, failedSince, sentAt, createdAt }: ChatHealthRow): Judged {
  if (!isEnabled) return { state: 'off', since: null }
  if (latest?.state === 'failed' || latest?.reason === 'chat_gone') return { state: 'failing', since: failedSince, reason: latest.reason }
  return sentAt ? { state: 'working', since: null } : { state: 'never', since: createdAt }
}

export const chatIntegrations: IntegrationKind = {
  kind: 'chat',
  capabilities: ['messages-out'],
  listAt: adminScreen('/admin/chats'),
  opens: 'chat',
  canConnect: true,
  find: async (transaction, { customerId }) =>
    (await readChatHealthForAllCustomers(transaction, customerId)).map((row) => ({
      integrationId: row.destinationId,
      customer: row.customer,
      name: row.name,
      ...judge(row),
      lastSignalAt: row.sentAt,
    })),
}
