import { NewCustomer } from '@vakt/contract/users/administration.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { NewInvitation } from '@vakt/contract/users/users.ts'
import { operation } from './operation.ts'
import { object, oneLine, oneOf, type Static, Type } from './schema.ts'

/** The provider's customer id unless another one is chosen; the mapping of the global admin role is ignored for this id. */
export const defaultProviderId = '1168'

const token = Type.String({ minLength: 1, maxLength: 200 })

export const SetUpStatus = object({
  /** `done`: there is a provider, and nothing is left to set up here. */
  state: oneOf(['open', 'done']),
  /** Host of the identity provider that people sign in with; empty while the embedded one is on. */
  identityProvider: Type.String(),
})
export type SetUpStatus = Static<typeof SetUpStatus>

export const getSetUpStatus = operation({
  summary: 'Whether this installation can be set up with a token from the log of the server',
  method: 'POST',
  path: '/set-up/status',
  access: 'public',
  announcesNothing: 'It asks, and changes nothing.',
  recordsNothing: 'It only asks, and changes nothing.',
  noIdempotencyKey: 'It is a question and changes nothing.',
  body: object({ token }),
  result: SetUpStatus,
})

const { emailDomains, tenants } = NewCustomer.properties
const { email, name: personName } = NewInvitation.properties

/** The provider and its first administrator. */
export const NewInstallation = object({
  providerName: oneLine({ minLength: 1, maxLength: 200, messages: { minLength: 'set_up.provider_empty' } }),
  emailDomains,
  tenants,
  administratorName: personName,
  administratorEmail: email,
  language: oneOf(languages),
  /** A name of the IANA database, such as `Europe/Stockholm`. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
})
export type NewInstallation = Static<typeof NewInstallation>

export const setUpInstallation = operation({
  summary: 'Set up an installation that has no provider: the provider itself, its sign-in rules and its first administrator',
  method: 'POST',
  path: '/set-up',
  access: 'public',
  announcesNothing: 'Nobody is signed in yet.',
  recordsItself: ['installation.set-up'],
  noIdempotencyKey: 'It works once for an installation, before anyone can sign in.',
  body: object({ token, ...NewInstallation.properties }),
  result: SetUpStatus,
})
