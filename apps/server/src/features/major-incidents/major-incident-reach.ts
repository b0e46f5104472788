import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { isWithinCustomers } from './major-incident-table.ts'

type Limited = Pick<CallContext, 'limitedTo'>

/** Of another customer than theirs an incident does not exist for staff who are limited to some. */
export function refuseBeyondReach({ limitedTo }: Limited, incidents: readonly { customerId: string }[]): void {
  if (limitedTo && !incidents.every(({ customerId }) => limitedTo.customerIds.includes(customerId)))
    throw Invalid.field('incidents', 'One of the incidents does not exist. Choose them again.', 'major_incident.incident_unknown')
}

/** The major incident must be locked: its incidents do not change meanwhile. Throws NotFound for staff who do not see all customers that it is about. */
export async function requireReach(transaction: Transaction, { limitedTo }: Limited, majorIncidentId: string): Promise<void> {
  if (limitedTo && !(await isWithinCustomers(transaction, majorIncidentId, limitedTo.customerIds))) throw new NotFound()
}

/** One without incidents is about no customer: staff who are limited to some would not find it again, and could not put the last one back. */
export async function requireRest(transaction: Transaction, { limitedTo }: Limited, majorIncidentId: string): Promise<void> {
  if (limitedTo && !(await isWithinCustomers(transaction, majorIncidentId, limitedTo.customerIds)))
    throw Conflict.field('', 'This is its last incident. Add another one first, or end the major incident.', 'major_incident.last_incident')
}
