import type {
  NewNotificationChoice,
  Notification,
  NotificationChoice,
  NotificationKind,
  NotificationPreferences,
} from '@vakt/contract/notifications/notifications.ts'
import { incidentKindsBySeverity, notificationKinds } from '@vakt/contract/notifications/notifications.ts'
import { defaultFromSeverity, defaultIncidentChannels } from '@vakt/domain/incident-notification.ts'
import { defaultChannels, kindsForStaff } from '@vakt/domain/ticket-notification.ts'
import { inOneStatement, inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid, NotSignedIn } from '#server/platform/errors.ts'
import { type CallContext, type Caller, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  countUnread,
  markRead,
  type NotificationRow,
  readChoices,
  readCustomerNamesForAllCustomers,
  readNotificationPage,
  saveChoices,
} from './notification-table.ts'

function personOf({ caller }: CallContext): Caller {
  if (!caller) throw new NotSignedIn()
  return caller
}

/** Users who may no longer see tickets, incidents or service windows do not see notifications about them. */
const sightOf = ({ userId, isStaff, limitedTo, features }: Caller) => ({
  userId,
  isStaff,
  limitedTo: limitedTo?.customerIds ?? null,
  sees: {
    tickets: features.has('@feature.tickets.read'),
    incidents: features.has('@feature.overview.read'),
    windows: features.has('@feature.servicewindow.read'),
  },
})

async function nameCustomers(context: CallContext, rows: NotificationRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ customerId }) => customerId))]
  const own = personOf(context).customerId
  const read = (transaction: Parameters<typeof readCustomerNamesForAllCustomers>[0]) => readCustomerNamesForAllCustomers(transaction, ids)
  return context.isStaff ? readForAllCustomers(context, read) : inTransaction(context, own, read)
}

export async function listNotifications(
  context: CallContext,
  { limit = 50, onlyUnread = false }: { limit?: number; onlyUnread?: boolean },
  after: readonly string[] | null,
): Promise<Listing<Notification>> {
  const caller = personOf(context)
  const { customerId } = caller
  const rows = await inTransaction(context, customerId, (transaction) =>
    readNotificationPage(transaction, customerId, { ...sightOf(caller), onlyUnread, after, limit }),
  )
  const page = nextPage(rows, limit, ({ notificationId }) => [notificationId])
  const names = await nameCustomers(context, page.rows)
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      customerName: names.get(row.customerId) ?? row.customerId,
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

export async function countUnreadNotifications(context: CallContext): Promise<{ unread: number }> {
  const caller = personOf(context)
  const { customerId } = caller
  return { unread: await inOneStatement(context, customerId, (transaction) => countUnread(transaction, customerId, sightOf(caller))) }
}

export async function markNotificationsRead(
  context: CallContext,
  { notificationIds = [], upTo = null }: { notificationIds?: string[]; upTo?: string | null },
): Promise<undefined> {
  const { customerId, userId } = personOf(context)
  await inTransaction(context, customerId, async (transaction) => {
    const count = await markRead(transaction, customerId, { userId, notificationIds, upTo, now: context.now })
    if (count > 0) announce(transaction, { type: 'notification.changed', customerId, userId })
  })
}

const isBySeverity = (kind: NotificationKind) => incidentKindsBySeverity.some((one) => one === kind)

const present = (caller: Caller, stored: NotificationChoice[]): NotificationPreferences => {
  const chosen = new Map(stored.map(({ kind, ...choice }) => [kind, choice]))
  const mayHave = (kind: NotificationKind) => kind !== 'cloudops_ended' || caller.features.has('@feature.myenvironment.write')
  const kinds = notificationKinds.filter((kind) => mayHave(kind) && (caller.isStaff || !kindsForStaff.includes(kind)))
  return {
    address: caller.email,
    choices: kinds.map((kind) => {
      const { byMail, inPortal } =
        chosen.get(kind) ?? (kind.startsWith('incident_') ? defaultIncidentChannels(kind, caller) : defaultChannels(kind, caller))
      const fromSeverity = isBySeverity(kind) ? (chosen.get(kind)?.fromSeverity ?? defaultFromSeverity) : null
      return { kind, byMail, inPortal, fromSeverity }
    }),
  }
}

function checkChoices(choices: NewNotificationChoice[]): void {
  if (new Set(choices.map(({ kind }) => kind)).size < choices.length)
    throw Invalid.field('choices', 'Each kind can be chosen once.', 'notifications.kind_twice')
  if (choices.some(({ kind, fromSeverity }) => fromSeverity && !isBySeverity(kind)))
    throw Invalid.field(
      'choices',
      `Only ${incidentKindsBySeverity.join(', ')} are chosen from a severity on.`,
      'notifications.severity_not_here',
    )
}

export async function getNotificationPreferences(context: CallContext): Promise<NotificationPreferences> {
  const caller = personOf(context)
  const { customerId, userId } = caller
  return present(caller, await inTransaction(context, customerId, (transaction) => readChoices(transaction, customerId, userId)))
}

export async function saveNotificationPreferences(
  context: CallContext,
  choices: NewNotificationChoice[],
): Promise<NotificationPreferences> {
  const caller = personOf(context)
  const { customerId, userId } = caller
  checkChoices(choices)
  return inTransaction(context, customerId, async (transaction) => {
    await saveChoices(transaction, customerId, { userId, choices })
    await recordAction(transaction, context, customerId, {
      action: 'notification-preference.save',
      target: userId,
      details: Object.fromEntries(
        choices.map(({ kind, byMail, inPortal, fromSeverity }) => [
          kind,
          [byMail && 'mail', inPortal && 'portal', fromSeverity].filter(Boolean).join(' '),
        ]),
      ),
    })
    return present(caller, await readChoices(transaction, customerId, userId))
  })
}
