import { globalAdminRole } from '@vakt/contract/features.ts'
import { defaultProviderId, type NewInstallation, type SetUpStatus } from '@vakt/contract/set-up.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import type { Pool } from 'pg'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { createProvider, providerStaffRole } from '#server/features/customers/save-provider.ts'
import { inviteAdministrator } from '#server/features/users/invite-administrator.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { checkSetUpToken } from './set-up-token.ts'
import { lockSetUp } from './set-up-token-table.ts'

export type SetUpParts = {
  /** Set-up reads and writes over all customers: the pool must log in as vakt_worker. */
  pool: Pool
  /** The issuer that people sign in with. */
  issuer: string
  /** Whether that is the identity provider of the company, rather than the embedded one. */
  isExternal: boolean
}

export type SetUpContext = Pick<Context, 'now' | 'requestId'>

export const administratorRoles = [globalAdminRole, providerStaffRole]

export const setUpActor = { type: 'system' as const, job: 'set-up' }

const statusOf = ({ issuer, isExternal }: SetUpParts, state: SetUpStatus['state']): SetUpStatus => ({
  state,
  identityProvider: isExternal ? new URL(issuer).host : '',
})

export function getSetUpStatus(parts: SetUpParts, { now }: SetUpContext, token: string): Promise<SetUpStatus> {
  return workForAllCustomers(parts, async (transaction) => {
    if (await findProvider(transaction)) return statusOf(parts, 'done')
    await checkSetUpToken(transaction, token, now)
    return statusOf(parts, 'open')
  })
}

export function checkTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw Invalid.field('timeZone', `There is no time zone "${timeZone}". Write it as in Europe/Stockholm.`, 'set_up.time_zone_unknown')
}

/** What the contract cannot say of the input. */
function checkInstallation({ providerName, emailDomains, tenants, timeZone, administratorName, administratorEmail }: NewInstallation) {
  checkTimeZone(timeZone)
  if (providerName.trim() === '') throw Invalid.field('providerName', 'The provider needs a name.', 'set_up.provider_empty')
  if (administratorName.trim() === '')
    throw Invalid.field('administratorName', 'The administrator needs a name.', 'users.invite.name_empty')
  const domain = administratorEmail.split('@')[1]?.toLowerCase() ?? ''
  if (emailDomains.length === 0 && tenants.length === 0)
    throw Invalid.field(
      'emailDomains',
      `Give a domain, such as ${domain}, or a tenant: colleagues are recognised by one of them.`,
      'set_up.rule_missing',
    )
}

/** Creates the provider, its sign-in rules and the invitation of its first administrator. The transaction must be of the worker. */
export async function createInstallation(
  transaction: Transaction,
  { now, requestId }: SetUpContext,
  { installation, customerId, issuer }: { installation: NewInstallation; customerId: string; issuer: string },
): Promise<void> {
  checkInstallation(installation)
  const { providerName: name, emailDomains, tenants, language, timeZone, administratorName, administratorEmail } = installation
  const context = { now, requestId, actor: setUpActor }
  await createProvider(transaction, context, { customerId, name, emailDomains, tenants, language, timeZone })
  const administrator = { name: administratorName.trim(), email: administratorEmail, roles: administratorRoles, issuer }
  await inviteAdministrator(transaction, context, customerId, administrator)
}

/** Sets up an installation that has no provider yet. Anyone who holds the token can do so once. */
export function setUpInstallation(
  parts: SetUpParts,
  context: SetUpContext,
  { token, ...installation }: NewInstallation & { token: string },
): Promise<SetUpStatus> {
  return workForAllCustomers(parts, async (transaction) => {
    await lockSetUp(transaction)
    if (await findProvider(transaction)) throw Conflict.field('', 'This Vakt is set up already. Sign in.', 'set_up.done')
    await checkSetUpToken(transaction, token, context.now)
    await createInstallation(transaction, context, { installation, customerId: defaultProviderId, issuer: parts.issuer })
    return statusOf(parts, 'done')
  })
}
