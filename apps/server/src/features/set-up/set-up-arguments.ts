import { parseArgs } from 'node:util'
import { NewInstallation } from '@vakt/contract/set-up.ts'
import { NewCustomer } from '@vakt/contract/users/administration.ts'
import { Type } from 'typebox'
import { commandLine } from '#server/platform/command-line.ts'
import { Invalid } from '#server/platform/errors.ts'
import { createInputCheck } from '#server/platform/http/check-input.ts'
import { readMailAddress } from '#server/platform/mail/mail-settings.ts'
import type { WantedInstallation } from './apply-set-up.ts'

export const setUpUsage = `Sets up the provider and its first administrator. Harmless to repeat: what is there already stays as it is.

  ${commandLine('set-up', '--provider "Nordic Ops" --domain nordicops.example --admin "Anna Ek <anna@nordicops.example>"')}

  --provider NAME          The provider's name
  --domain DOMAIN          E-mail domain of the provider's people; may be repeated. Domains are added, never removed
  --tenant ID              Tenant of the identity provider (Microsoft Entra: the directory id); may be repeated
  --admin "NAME <ADDRESS>" An administrator. Who has no account with that right is invited, or invited again
  --language sv|en         Language of mails (default: sv)
  --time-zone ZONE         Time zone, such as Europe/Stockholm (the default)
  --provider-id ID         Customer id of the provider (default: 1168); cannot change later

  --customer NAME          Also creates a customer
  --customer-id ID         Its id, part of every address (default: made from the name)
  --customer-domain DOMAIN E-mail domain of its people; may be repeated

  --ingest-token           Creates a monitoring source for the customer, else for the provider, and prints its token once

  --move-issuer            Shows which accounts would move from other identity providers to that of OIDC_ISSUER
  --allow                  With --move-issuer: lets them move, each once, when its owner signs in with the same verified address
  --from ISSUER            With --move-issuer: only accounts of this provider (default: all others)

  --help                   Shows this text

The database is the one that Vakt uses: DATABASE_URL, or the embedded one in DATA_DIR. Vakt may be running.`

export type SetUpArguments = {
  installation: WantedInstallation
  customer: { customerId: string; name: string; emailDomains: string[] } | null
  wantsIngestToken: boolean
  /** Null: accounts are not moved. */
  move: { from: string | null; isAllowed: boolean } | null
}

const optionOf: Record<string, string> = {
  providerName: '--provider',
  providerId: '--provider-id',
  emailDomains: '--domain',
  tenants: '--tenant',
  administratorName: '--admin',
  administratorEmail: '--admin',
  language: '--language',
  timeZone: '--time-zone',
}
const customerOptionOf: Record<string, string> = { customerId: '--customer-id', name: '--customer', emailDomains: '--customer-domain' }

/** What was wrong, by option, one line each. */
export function describeInvalid({ errors }: Pick<Invalid, 'errors'>, options: 'installation' | 'customer' = 'installation'): string {
  const named = options === 'customer' ? customerOptionOf : optionOf
  const describe = (property: string, message: string) => {
    const [field = ''] = property.split('.')
    return named[field] ? `${named[field]}: ${message.replace(/^"[^"]*" /, '')}` : message
  }
  return [...new Set(errors.map(({ property, message }) => describe(property, message)))].join('\n')
}

const options = {
  provider: { type: 'string' },
  'provider-id': { type: 'string' },
  domain: { type: 'string', multiple: true },
  tenant: { type: 'string', multiple: true },
  admin: { type: 'string' },
  language: { type: 'string' },
  'time-zone': { type: 'string' },
  customer: { type: 'string' },
  'customer-id': { type: 'string' },
  'customer-domain': { type: 'string', multiple: true },
  'ingest-token': { type: 'boolean' },
  'move-issuer': { type: 'boolean' },
  allow: { type: 'boolean' },
  from: { type: 'string' },
  help: { type: 'boolean' },
} as const

const domainHint = 'must be a domain, such as nordicops.example, without @'

const checkInstallation = createInputCheck(
  Type.Object({ ...Type.Partial(NewInstallation).properties, providerId: Type.Optional(NewCustomer.properties.customerId) }),
  'body',
)
const checkCustomer = createInputCheck(
  Type.Object({
    customerId: NewCustomer.properties.customerId,
    name: NewCustomer.properties.name,
    emailDomains: NewCustomer.properties.emailDomains,
  }),
  'body',
)

const idOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)

function readAdministrator(text: string): { administratorName: string; administratorEmail: string } {
  const address = readMailAddress(text)
  if (!address?.name)
    throw Invalid.field(
      'administratorEmail',
      `must be a name and an address, as in "Anna Ek <anna@nordicops.example>".`,
      'form.email_invalid',
    )
  return { administratorName: address.name, administratorEmail: address.address }
}

function clarify(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const clear = error.errors.map((one) =>
      one.property.startsWith('emailDomains.')
        ? { ...one, message: `${domainHint}.` }
        : one.property === 'language'
          ? { ...one, message: 'must be sv or en.' }
          : one,
    )
    throw new Invalid(clear)
  }
}

/** What the command was given; null when help was asked for. Throws Invalid, or TypeError for an option that there is not. */
export function readSetUpArguments(given: string[]): SetUpArguments | null {
  const { values } = parseArgs({ args: given, options, allowPositionals: false })
  if (values.help) return null
  const installation: WantedInstallation = {
    ...(values.provider === undefined ? {} : { providerName: values.provider.trim() }),
    ...(values['provider-id'] === undefined ? {} : { providerId: values['provider-id'] }),
    ...(values.domain ? { emailDomains: values.domain } : {}),
    ...(values.tenant ? { tenants: values.tenant } : {}),
    ...(values.admin === undefined ? {} : readAdministrator(values.admin)),
    ...(values.language === undefined ? {} : { language: values.language as 'sv' }),
    ...(values['time-zone'] === undefined ? {} : { timeZone: values['time-zone'] }),
  }
  clarify(() => checkInstallation(installation))
  const customer = readCustomer(values.customer, values['customer-id'], values['customer-domain'])
  const { 'move-issuer': moves, allow, from } = values
  const move = moves ? { from: from ?? null, isAllowed: allow ?? false } : null
  const others = Object.keys(values).filter((name) => !['move-issuer', 'allow', 'from'].includes(name))
  if (move && others.length > 0) throw refusalOf(`--move-issuer stands alone, without --${others[0]}.`)
  if (!move && (allow || from !== undefined)) throw refusalOf('--allow and --from need --move-issuer.')
  return { installation, customer, wantsIngestToken: values['ingest-token'] ?? false, move }
}

const refusalOf = (message: string) => new Invalid([{ property: '', message, message_translation_key: null }])

function readCustomer(name: string | undefined, id: string | undefined, domains: string[] | undefined): SetUpArguments['customer'] {
  if (name === undefined) {
    if (id === undefined && !domains) return null
    throw refusalOf('--customer-id and --customer-domain need --customer with the name.')
  }
  return { customerId: id ?? idOf(name), name: name.trim(), emailDomains: domains ?? [] }
}

/** Throws Invalid. Apart from the installation, since the same field names mean other options. */
export const checkCustomerArguments = (customer: NonNullable<SetUpArguments['customer']>): void => clarify(() => checkCustomer(customer))
