import { defaultProviderId, type NewInstallation } from '@vakt/contract/set-up.ts'
import { findProvider, type ProviderRow } from '#server/features/customers/find-provider.ts'
import { changeProvider } from '#server/features/customers/save-provider.ts'
import { type AdministratorOutcome, inviteAdministrator } from '#server/features/users/invite-administrator.ts'
import { commandLine } from '#server/platform/command-line.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import {
  administratorRoles,
  checkTimeZone,
  createInstallation,
  type SetUpContext,
  type SetUpParts,
  setUpActor,
} from './set-up-installation.ts'
import { lockSetUp } from './set-up-token-table.ts'

/** Of an installation that is set up, what is to be different; of a new one, all of it but language and time zone. */
export type WantedInstallation = Partial<NewInstallation> & { providerId?: string }

export type AppliedSetUp = {
  provider: 'created' | 'changed' | 'unchanged'
  /** Null when none was named. */
  administrator: AdministratorOutcome | null
}

const defaults = { emailDomains: [], tenants: [], language: 'sv', timeZone: 'Europe/Stockholm' } as const

const missing = (property: keyof NewInstallation, what: string) =>
  Invalid.field(property, `This Vakt is not set up yet: ${what} is missing.`, 'form.required')

function completed({ providerName, administratorName, administratorEmail, ...rest }: WantedInstallation): NewInstallation {
  if (!providerName) throw missing('providerName', 'the name of the provider')
  if (!administratorEmail || !administratorName) throw missing('administratorEmail', 'the first administrator')
  const [emailDomains, tenants] = [rest.emailDomains ?? [...defaults.emailDomains], rest.tenants ?? [...defaults.tenants]]
  return { ...defaults, ...rest, providerName, administratorName, administratorEmail, emailDomains, tenants }
}

async function createFirst(
  transaction: Transaction,
  parts: SetUpParts,
  context: SetUpContext,
  { providerId: customerId = defaultProviderId, ...wanted }: WantedInstallation,
): Promise<AppliedSetUp> {
  await createInstallation(transaction, context, { installation: completed(wanted), customerId, issuer: parts.issuer })
  return { provider: 'created', administrator: 'invited' }
}

async function changeExisting(
  transaction: Transaction,
  parts: SetUpParts,
  { now, requestId }: SetUpContext,
  { provider, wanted }: { provider: ProviderRow; wanted: WantedInstallation },
): Promise<AppliedSetUp> {
  if (provider.isDemo)
    throw Conflict.field(
      '',
      `This database holds the demo content. Run "${commandLine('remove-demo')}" first, or use an empty database.`,
      'set_up.demo',
    )
  if (wanted.providerId && wanted.providerId !== provider.customerId)
    throw Conflict.field('providerId', `The provider of this Vakt has the id ${provider.customerId}, which cannot change.`, 'set_up.done')
  if (wanted.timeZone) checkTimeZone(wanted.timeZone)
  const { providerName: name, administratorName, administratorEmail: email, ...rest } = wanted
  const context = { now, requestId, actor: setUpActor }
  const isChanged = await changeProvider(transaction, context, provider, { ...rest, ...(name ? { name } : {}) })
  const administrator = email ? { name: administratorName || email, email, roles: administratorRoles, issuer: parts.issuer } : null
  return {
    provider: isChanged ? 'changed' : 'unchanged',
    administrator: administrator && (await inviteAdministrator(transaction, context, provider.customerId, administrator)),
  }
}

/** Brings the provider and its administrator to what is wanted. Harmless to repeat: a second time nothing is different. */
export function applySetUp(parts: SetUpParts, context: SetUpContext, wanted: WantedInstallation): Promise<AppliedSetUp> {
  return workForAllCustomers(parts, async (transaction) => {
    await lockSetUp(transaction)
    const provider = await findProvider(transaction)
    return provider ? changeExisting(transaction, parts, context, { provider, wanted }) : createFirst(transaction, parts, context, wanted)
  })
}
