import type { Transaction } from '#server/platform/database/transaction.ts'

type Things = { entityIds: string[]; alertIds: string[]; incidentIds: string[]; ticketIds: string[] }

/** Whether the transaction sees each of these; each is named once. */
export async function seesAll(transaction: Transaction, customerId: string, things: Things): Promise<boolean> {
  const { entityIds, alertIds, incidentIds, ticketIds } = things
  const { rows } = await transaction.query<{ seen: number }>(
    `select ((select count(*) from entity where customer_id = $1 and entity_id = any($2::uuid[]))
       + (select count(*) from alert where customer_id = $1 and alert_id = any($3::bigint[]))
       + (select count(*) from incident where customer_id = $1 and incident_id = any($4::bigint[]))
       + (select count(*) from ticket where customer_id = $1 and ticket_id = any($5::bigint[])))::int as seen`,
    [customerId, entityIds, alertIds, incidentIds, ticketIds],
  )
  return rows[0]?.seen === entityIds.length + alertIds.length + incidentIds.length + ticketIds.length
}
