/** One setting: how it is called in the environment, what it is for, what holds when it is not set. */
type Key<Value> = { description: string; default: string; read: (text: string) => Value }

const text = (description: string, standard = ''): Key<string> => ({ description, default: standard, read: (value) => value })

function whole(description: string, standard: number, minimum: number, maximum: number): Key<number> {
  return {
    description,
    default: String(standard),
    read: (value) => {
      const number = Number(value)
      if (!Number.isInteger(number) || number < minimum || number > maximum)
        throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
      return number
    },
  }
}

function flag(description: string, standard: string): Key<boolean | undefined> {
  return {
    description,
    default: standard,
    read: (value) => {
      if (value === '') return undefined
      if (value === 'true') return true
      if (value === 'false') return false
      throw new Error('must be true or false')
    },
  }
}

function url(description: string, standard: string, protocols: string[]): Key<string> {
  return {
    description,
    default: standard,
    read: (value) => {
      if (value === '') return value
      const parsed = URL.canParse(value) ? new URL(value) : undefined
      if (!parsed || !protocols.includes(parsed.protocol))
        throw new Error(`must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
      return value
    },
  }
}

const roleNames = ['web', 'worker'] as const
export type RoleName = (typeof roleNames)[number]

/** Every setting there is; `docs/configuration.md` is made from this table. */
export const configKeys = {
  PORT: whole('The port of the portal and its API; 0 takes a free one.', 8080, 0, 65535),
  HOST: text('The address to listen on. Empty: 127.0.0.1 while the embedded identity provider is on, else every address.'),
  ORIGIN: url('How browsers reach the portal, for example `https://vakt.example.com`. Empty: `http://localhost:<PORT>`.', '', [
    'http:',
    'https:',
  ]),
  METRICS_PORT: whole('The port of the Prometheus metrics (`/metrics`), on the same address; 0 takes a free one.', 9464, 0, 65535),
  DATA_DIR: text('The folder of the embedded database, relative to the folder of Vakt.', './data'),
  DATABASE_URL: url(
    'A PostgreSQL (15 or later) to use instead of the embedded one. The login owns the database; Vakt makes two logins of its own from it, which cannot pass row-level security.',
    '',
    ['postgres:', 'postgresql:'],
  ),
  ROLES: {
    description: 'What this process does: `web` answers people and takes in signals, `worker` works through them. Comma separated.',
    default: 'web,worker',
    read: (value: string): RoleName[] => {
      const names = value.split(',').map((name) => name.trim())
      const unknown = names.find((name) => !roleNames.includes(name as RoleName))
      if (unknown !== undefined) throw new Error(`knows no role "${unknown}"; there are ${roleNames.join(' and ')}`)
      return names as RoleName[]
    },
  },
  DEMO: flag('Whether the demo customers and their content are made. Empty: true with the embedded database, else false.', ''),
  OIDC_ISSUER: url('The OpenID provider. Empty: the embedded one with the demo accounts.', '', ['http:', 'https:']),
  OIDC_CLIENT_ID: text('The client id of the portal at the provider.', 'vakt-web'),
  OIDC_AUDIENCE: text('The audience that an access token must name to be accepted by the API.', 'api://vakt'),
  OIDC_SCOPE: text('What the browser asks the provider for.', 'openid profile email offline_access api://vakt/.default'),
  OIDC_PROMPT: text(
    'The `prompt` that lets a user choose an account: `select_account`, or `login` where the provider does not know it.',
    'select_account',
  ),
  OIDC_TOKEN_TYPE: text('The `typ` header of access tokens: `at+jwt`, or `JWT` for providers that do not follow RFC 9068.', 'at+jwt'),
  OIDC_ROLES_CLAIM: text('The claim that lists the roles, dots for nesting.', 'roles'),
  LEARN_MORE_URL: url('The site of the provider, linked from the landing view. Empty: no link.', '', ['http:', 'https:']),
  LOG_LEVEL: {
    description: 'The least severe log lines to write: trace, debug, info, warn, error, fatal or silent.',
    default: 'info',
    read: (value: string): string => {
      const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
      if (!levels.includes(value)) throw new Error(`must be one of ${levels.join(', ')}`)
      return value
    },
  },
} satisfies Record<string, Key<unknown>>

export type ConfigValues = { [Name in keyof typeof configKeys]: ReturnType<(typeof configKeys)[Name]['read']> }
