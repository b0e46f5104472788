import { featureKeys } from '@vakt/contract/features.ts'
import { defaultProviderId } from '@vakt/contract/set-up.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { defaultRoleFeatures } from '@vakt/domain/default-roles.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertCustomer, readCustomerRecord, writeCustomerName } from './customer-record-table.ts'
import { markProvider, type ProviderRow } from './provider-table.ts'
import { type Named, readNamed, writeRules } from './save-customer.ts'
import { updateCustomerColumns } from './write-customer.ts'

/** The role with every feature of the provider's own customer, where the mapping of the global admin role does not count. */
export const providerStaffRole = 'provider-staff'

type Recorded = Pick<Context, 'actor' | 'now' | 'requestId'>
type Defaults = { language: Language; timeZone: string }

export type NewProvider = Named & Defaults & { customerId: string }

/** Creates the provider's own customer, with the usual roles and its sign-in rules. The transaction must be of the worker. */
export async function createProvider(
  transaction: Transaction,
  context: Recorded,
  { customerId, language, timeZone, ...wanted }: NewProvider,
): Promise<void> {
  const named = readNamed(wanted)
  const roles = { ...defaultRoleFeatures, [providerStaffRole]: featureKeys }
  if (!(await insertCustomer(transaction, customerId, { name: named.name, createdAt: context.now, roles })))
    throw Conflict.field('customerId', `There is a customer with the id ${customerId} already.`, 'customers.id_taken')
  await markProvider(transaction, customerId, { ignoresGlobalAdminMapping: customerId === defaultProviderId })
  await updateCustomerColumns(transaction, customerId, { mail_language: language, time_zone: timeZone })
  await writeRules(transaction, customerId, named)
  const details = { ...named, language, timeZone }
  await recordAction(transaction, context, customerId, { action: 'installation.set-up', target: customerId, details })
}

/** Domains and tenants are added, the rest replaces what is there. False when nothing is different. The transaction must be of the worker. */
export async function changeProvider(
  transaction: Transaction,
  context: Recorded,
  provider: ProviderRow,
  change: Partial<Named & Defaults>,
): Promise<boolean> {
  const { customerId } = provider
  const record = await readCustomerRecord(transaction, customerId, { lock: true })
  if (!record) throw new NotFound()
  const named = readNamed({
    name: change.name ?? record.name,
    emailDomains: [...record.emailDomains, ...(change.emailDomains ?? [])],
    tenants: [...record.tenants, ...(change.tenants ?? [])],
  })
  const { name, emailDomains, tenants } = record
  const before = { name, emailDomains, tenants, language: provider.language, timeZone: provider.timeZone }
  const after = { ...named, language: change.language ?? provider.language, timeZone: change.timeZone ?? provider.timeZone }
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await writeCustomerName(transaction, customerId, named.name)
  await updateCustomerColumns(transaction, customerId, { mail_language: after.language, time_zone: after.timeZone })
  await writeRules(transaction, customerId, named)
  await recordAction(transaction, context, customerId, { action: 'customer.change', target: customerId, details: { before, after } })
  announce(transaction, { type: 'access.changed', customerId })
  return true
}
