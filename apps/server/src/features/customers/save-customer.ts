import type { CustomerChange, CustomerRecord, NewCustomer } from '@vakt/contract/users/administration.ts'
import { isOwnStaffRole } from '@vakt/domain/access.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import { readLabels } from '@vakt/domain/customer-labels.ts'
import { defaultRoleFeatures } from '@vakt/domain/default-roles.ts'
import { isPublicMailDomain } from '@vakt/domain/public-mail-domain.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { keepAnswerAtCaller } from '#server/platform/idempotency/keep-answer.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertCustomer, readCustomerRecord, writeCustomerName, writeSignInRules } from './customer-record-table.ts'
import { readCustomer } from './customer-table.ts'
import { followGroupsOnCommit } from './follow-groups.ts'
import { type ProviderRow, readProviderForAllCustomers } from './provider-table.ts'
import { updateCustomerColumns } from './write-customer.ts'

export type Named = Pick<NewCustomer, 'name' | 'emailDomains' | 'tenants'>

const lowered = (values: string[]) => [...new Set(values.map((value) => value.toLowerCase()))]

/** Throws where a name is blank, or where anybody could make themselves one of the customer's people. */
export function readNamed({ name, emailDomains, tenants }: Named): Named {
  const trimmed = name.trim()
  if (!trimmed) throw Invalid.field('name', 'A customer needs a name.', 'customers.name_empty')
  const open = emailDomains.find(isPublicMailDomain)
  if (open)
    throw Invalid.field(
      'emailDomains',
      `Anybody can have an address at ${open}. Give domains of the customer alone.`,
      'customers.domain_public',
    )
  return { name: trimmed, emailDomains: lowered(emailDomains), tenants: lowered(tenants) }
}

/** Replaces by what people of the customer are known at their first sign-in. Throws Conflict where another customer has it. */
export async function writeRules(transaction: Transaction, customerId: string, { emailDomains, tenants }: Named): Promise<void> {
  const [domain] = await writeSignInRules(transaction, customerId, 'email-domain', emailDomains)
  if (domain) throw Conflict.field('emailDomains', `${domain} belongs to another customer.`, 'customers.domain_taken')
  const [tenant] = await writeSignInRules(transaction, customerId, 'tenant', tenants)
  if (tenant) throw Conflict.field('tenants', `${tenant} belongs to another customer.`, 'customers.tenant_taken')
}

async function readRecord(transaction: Transaction, customerId: string, lock: boolean): Promise<CustomerRecord> {
  const found = await readCustomerRecord(transaction, customerId, { lock })
  if (!found) throw new NotFound()
  return { ...found, createdAt: found.createdAt.toISOString() }
}

async function writeLabels(transaction: Transaction, customerId: string, labels: string[]): Promise<void> {
  await updateCustomerColumns(transaction, customerId, { labels, label_keys: labels.map(labelKeyOf) })
  await followGroupsOnCommit(transaction, customerId)
}

export function getCustomerRecord(context: Context, customerId: string): Promise<CustomerRecord> {
  return inTransaction(context, customerId, (transaction) => readRecord(transaction, customerId, false))
}

export async function createCustomerAsStaff(context: Context, wanted: NewCustomer): Promise<CustomerRecord> {
  return createCustomer(context, wanted, await readForAllCustomers(context, readProviderForAllCustomers))
}

/** It reads emails in the provider's language and time zone until its settings say otherwise. */
export async function createCustomer(
  context: Context,
  { customerId, labels: wantedLabels, ...wanted }: NewCustomer,
  provider: Pick<ProviderRow, 'language' | 'timeZone'> | undefined,
): Promise<CustomerRecord> {
  const named = readNamed(wanted)
  const labels = readLabels(wantedLabels ?? [])
  return inTransaction(context, customerId, async (transaction) => {
    const roles = defaultRoleFeatures
    if (!(await insertCustomer(transaction, customerId, { name: named.name, createdAt: context.now, roles })))
      throw Conflict.field('customerId', 'There is a customer with this id already.', 'customers.id_taken')
    if (provider) await updateCustomerColumns(transaction, customerId, { mail_language: provider.language, time_zone: provider.timeZone })
    if (labels.length > 0) await writeLabels(transaction, customerId, labels)
    await writeRules(transaction, customerId, named)
    const details = { ...named, ...(labels.length > 0 && { labels }) }
    await recordAction(transaction, context, customerId, { action: 'customer.create', target: customerId, details })
    const created = await readRecord(transaction, customerId, false)
    await keepAnswerAtCaller(transaction, context, created)
    return created
  })
}

const recorded = ({ welcomeRole, labels, ...named }: Named & Pick<CustomerRecord, 'welcomeRole' | 'labels'>) => ({
  ...named,
  ...(welcomeRole && { welcomeRole }),
  ...(labels.length > 0 && { labels }),
})

/** The record must be locked: a role is not removed meanwhile. */
async function refuseMissingRole(transaction: Transaction, providerId: string, role: string): Promise<void> {
  const { ownRoles = [] } = (await readCustomer(transaction, providerId)) ?? {}
  if (isOwnStaffRole(role) && !ownRoles.some((own) => own.role === role))
    throw Invalid.field('welcomeRole', 'This role does not exist any more. Choose another one.', 'users.staff_role_gone')
}

/** Who belongs to the customer already stays; the rules count for those who sign in for the first time. */
export async function changeCustomer(
  context: Context,
  customerId: string,
  { version, welcomeRole, labels: wantedLabels, ...wanted }: CustomerChange,
): Promise<CustomerRecord> {
  const named = readNamed(wanted)
  const labels = wantedLabels && readLabels(wantedLabels)
  return inTransaction(context, customerId, async (transaction) => {
    const { version: found, isProvider, createdAt: _, customerId: __, ...before } = await readRecord(transaction, customerId, true)
    if (found !== version)
      throw Conflict.field('version', 'Someone else changed this customer. Reload it and try again.', 'customers.changed')
    if (welcomeRole && !isProvider)
      throw Invalid.field('welcomeRole', 'Only people of the provider can have this role.', 'users.staff_elsewhere')
    if (welcomeRole) await refuseMissingRole(transaction, customerId, welcomeRole)
    await writeCustomerName(transaction, customerId, named.name)
    if (welcomeRole !== undefined) await updateCustomerColumns(transaction, customerId, { welcome_role: welcomeRole })
    if (labels) await writeLabels(transaction, customerId, labels)
    await writeRules(transaction, customerId, named)
    await recordAction(transaction, context, customerId, {
      action: 'customer.change',
      target: customerId,
      details: {
        before: recorded(before),
        after: recorded({ ...before, ...named, ...(welcomeRole !== undefined && { welcomeRole }), ...(labels && { labels }) }),
      },
    })
    announce(transaction, { type: 'access.changed', customerId })
    return readRecord(transaction, customerId, false)
  })
}
