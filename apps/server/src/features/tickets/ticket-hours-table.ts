import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Of = { ticketId: string; entryId: string }
export type LockedHours = NewHours & { version: number }

export async function insertHours(
  transaction: Transaction,
  customerId: string,
  entry: NewHours & { ticketId: string; author: { userId: string; name: string }; now: Date },
): Promise<string> {
  const { rows } = await transaction.query<{ entryId: string }>(
    `insert into ticket_hours (customer_id, ticket_id, note, minutes, worked_on, hour_type, billable, author_id, author_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning entry_id as "entryId"`,
    [
      customerId,
      entry.ticketId,
      entry.note,
      entry.minutes,
      entry.date,
      entry.hourType,
      entry.billable,
      entry.author.userId,
      entry.author.name,
      entry.now,
    ],
  )
  return rows[0]?.entryId ?? ''
}

export async function lockHours(transaction: Transaction, customerId: string, { ticketId, entryId }: Of): Promise<LockedHours | undefined> {
  const { rows } = await transaction.query<LockedHours>(
    `select note, minutes, worked_on::text as date, hour_type as "hourType", billable, version
     from ticket_hours where customer_id = $1 and ticket_id = $2 and entry_id = $3 for update`,
    [customerId, ticketId, entryId],
  )
  return rows[0]
}

export async function updateHours(transaction: Transaction, customerId: string, { ticketId, entryId }: Of, entry: NewHours): Promise<void> {
  await transaction.query(
    `update ticket_hours set note = $4, minutes = $5, worked_on = $6, hour_type = $7, billable = $8, version = version + 1
     where customer_id = $1 and ticket_id = $2 and entry_id = $3`,
    [customerId, ticketId, entryId, entry.note, entry.minutes, entry.date, entry.hourType, entry.billable],
  )
}

export async function deleteHours(transaction: Transaction, customerId: string, { ticketId, entryId }: Of): Promise<void> {
  await transaction.query('delete from ticket_hours where customer_id = $1 and ticket_id = $2 and entry_id = $3', [
    customerId,
    ticketId,
    entryId,
  ])
}
