import type { CustomerSettings, CustomerSettingsChange } from '@vakt/contract/customers/customer-settings.ts'
import { updateCustomerColumns } from '#server/features/customers/write-customer.ts'
import { checkTimeZone } from '#server/platform/check-time-zone.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readSettings } from './customer-settings-table.ts'
import { readCustomerSettings } from './read-customer-settings.ts'

export function getCustomerSettings(context: Context, customerId: string): Promise<CustomerSettings> {
  return inTransaction(context, customerId, (transaction) => readCustomerSettings(transaction, customerId))
}

/** Counts from the next request; who may see which tickets, too. */
export async function saveCustomerSettings(
  context: Context,
  customerId: string,
  wanted: CustomerSettingsChange,
): Promise<CustomerSettings> {
  if (wanted.timeZone !== undefined) checkTimeZone('timeZone', wanted.timeZone)
  return inTransaction(context, customerId, async (transaction) => {
    const before = await readSettings(transaction, customerId, { lock: true })
    if (!before) throw new NotFound()
    if (before.version !== wanted.version)
      throw Conflict.field('version', 'Someone else changed these settings. Look at them again first.', 'customer_settings.changed')
    const after = {
      ...wanted,
      timeZone: wanted.timeZone ?? before.timeZone,
      prepaidHours: (wanted.prepaidHours ?? before.prepaidHours).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      version: before.version + 1,
    }
    await updateCustomerColumns(transaction, customerId, {
      ticket_visibility: after.ticketVisibility,
      hours_shown: after.hoursShown,
      prepaid_hours: JSON.stringify(after.prepaidHours),
      ticket_from_severity: after.ticketFromSeverity,
      incident_join_minutes: after.incidentJoinMinutes,
      mail_language: after.mailLanguage,
      customer_priority: after.customerPriority,
      time_zone: after.timeZone,
      settings_version: after.version,
    })
    await recordAction(transaction, context, customerId, { action: 'customer.settings', target: customerId, details: { before, after } })
    announce(transaction, { type: 'access.changed', customerId }, { type: 'ticket.changed', customerId })
    return after
  })
}
