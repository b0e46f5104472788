import type { Transaction } from '#server/platform/database/transaction.ts'

/** What a mail is in while something is still to happen to it. */
const unfinished = "'waiting', 'claimed', 'sending', 'held'"

type Keeping = { mailsBefore: Date; notificationsBefore: Date; eventsBefore: Date; limit: number }

/** Removes what is older, up to `limit` rows of each; answers the most that were removed of one. */
export async function deleteTellingsForAllCustomers(
  transaction: Transaction,
  { mailsBefore, notificationsBefore, eventsBefore, limit }: Keeping,
): Promise<number> {
  const mails = await transaction.query(
    `delete from mail_delivery where delivery_id in (
       select delivery_id from mail_delivery where created_at < $1 and state not in (${unfinished}) order by created_at limit $2)`,
    [mailsBefore, limit],
  )
  const notifications = await transaction.query(
    'delete from notification where notification_id in (select notification_id from notification where created_at < $1 order by created_at limit $2)',
    [notificationsBefore, limit],
  )
  const events = await transaction.query(
    `delete from ticket_event where event_id in (
       select event_id from ticket_event where told_at is not null and at < $1 order by at limit $2)`,
    [eventsBefore, limit],
  )
  const incidentEvents = await transaction.query(
    `delete from incident_outbox where event_id in (
       select event_id from incident_outbox where notified_at is not null and at < $1 order by at limit $2)`,
    [eventsBefore, limit],
  )
  return Math.max(mails.rowCount ?? 0, notifications.rowCount ?? 0, events.rowCount ?? 0, incidentEvents.rowCount ?? 0)
}
