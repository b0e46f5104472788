import type { CustomerSettings } from '@vakt/contract/customers/customer-settings.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** `lock` keeps every other change of the same customer's settings waiting until the transaction ends. */
export async function readSettings(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<CustomerSettings | undefined> {
  const { rows } = await transaction.query<CustomerSettings>({
    name: options.lock ? 'lock-customer-settings' : 'read-customer-settings',
    text: `select ticket_visibility as "ticketVisibility", hours_shown as "hoursShown", prepaid_hours as "prepaidHours", customer_priority as "customerPriority", ticket_from_severity as "ticketFromSeverity",
             incident_join_minutes as "incidentJoinMinutes", mail_language as "mailLanguage", time_zone as "timeZone",
             settings_version as version
           from customer where customer_id = $1 ${options.lock ? 'for no key update' : ''}`,
    values: [customerId],
  })
  return rows[0]
}
