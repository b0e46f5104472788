import { isIP } from 'node:net'
import { readDatabaseUrl } from '#server/platform/database/read-database-url.ts'
import { readSecretKeys } from '#server/platform/keys/secret-key.ts'
import { type MailAddress, readMailAddress } from '#server/platform/mail/mail-settings.ts'
import { isCountry } from '#server/platform/phone/read-number.ts'

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

/** `InstrumentationKey=…;IngestionEndpoint=https://…`, as Azure shows it. */
function readConnectionString(value: string): { key: string; endpoint: string } | null {
  if (value === '') return null
  const parts = new Map(value.split(';').map((part) => part.split(/=(.*)/s, 2) as [string, string]))
  const [key = '', endpoint = 'https://dc.services.visualstudio.com/'] = [parts.get('InstrumentationKey'), parts.get('IngestionEndpoint')]
  const isAddress = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)
  if (!/^[0-9a-f-]{36}$/i.test(key) || !isAddress) throw new Error('must be like InstrumentationKey=…;IngestionEndpoint=https://…')
  return { key, endpoint }
}

const perMinute = (whose: string, standard: number) =>
  whole(`How many ${whose} a minute, counted by each process for itself; 0: as many as come.`, standard, 0, 100_000_000)

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

const phoneProviders = ['46elks', 'twilio'] as const

const phoneProvider = (description: string): Key<(typeof phoneProviders)[number] | ''> => ({
  description,
  default: '',
  read: (value) => {
    const provider = phoneProviders.find((name) => name === value)
    if (value !== '' && !provider) throw new Error(`must be one of ${phoneProviders.join(' and ')}`)
    return provider ?? ''
  },
})

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
  METRICS_PORT: whole(
    'The port of the Prometheus metrics (`/metrics`) and of the health of this process; 0 takes a free one.',
    9464,
    0,
    65535,
  ),
  METRICS_HOST: text('The address that port listens on. It asks for no password, so keep it away from the internet.', '127.0.0.1'),
  STOP_DELAY_SECONDS: whole(
    'For how long a process that is told to stop still answers while `/health/ready` says 503, so that proxies send requests elsewhere. Behind a proxy: longer than it takes to notice, such as 5.',
    0,
    0,
    300,
  ),
  DATA_DIR: text('The folder of the embedded database, relative to the folder of Vakt.', './data'),
  DATABASE_URL: {
    description:
      'A PostgreSQL (15 or later) to use instead of the embedded one. The login owns the database; Vakt makes two logins of its own with it, which cannot pass row-level security. Several hosts, separated by commas: Vakt follows the one that accepts writes. Needs `SECRET_KEY`.',
    default: '',
    read: (value: string): string => {
      if (value !== '') readDatabaseUrl(value)
      return value
    },
  },
  DATABASE_FOLDER: text(
    'With `DATABASE_URL`: the folder of that PostgreSQL, or any folder on its disk, as this machine sees it, so that *Admin › Storage* can say when the disk is full. Empty: a PostgreSQL on the same machine is asked for it.',
  ),
  SECRET_KEY: {
    description:
      'The keys that stored secrets are encrypted with, `<id>:<32 bytes in base64>`, comma separated: the first encrypts, all decrypt. `npm run make-key` prints one. Required with `DATABASE_URL`, the same in every process. Empty: a key in the file `secret-key` of `DATA_DIR`, made at the first start.',
    default: '',
    read: readSecretKeys,
  },
  AGENT_COMMAND_KEY: whole(
    'The number of the key that signs commands to VM agents. Raise it by one to change the key; agents follow, as each former key signs the new one.',
    1,
    1,
    100,
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
  OIDC_ISSUER: url('The OpenID provider. Empty: the embedded one with the demo accounts and the people who were invited.', '', [
    'http:',
    'https:',
  ]),
  DEMO_OPEN: flag(
    'Whether the embedded identity provider may run on a `HOST` that other machines reach, where everyone chooses a demo account without a password.',
    'false',
  ),
  OIDC_CLIENT_ID: text('The client id of the portal at the provider.', 'vakt-web'),
  OIDC_AUDIENCE: text('The audience that an access token must name to be accepted by the API.', 'api://vakt'),
  OIDC_SCOPE: text('What the browser asks the provider for.', 'openid profile email offline_access api://vakt/.default'),
  OIDC_RESOURCE: text(
    'The `resource` (RFC 8707) that the browser asks an access token for, at providers that take the audience from it, such as `https://vakt.example.com/api`. Empty: none is sent.',
  ),
  OIDC_PROMPT: text(
    'The `prompt` that lets a user choose an account: `select_account`, or `login` where the provider does not know it.',
    'select_account',
  ),
  OIDC_TOKEN_TYPE: text('The `typ` header of access tokens: `at+jwt`, or `JWT` for providers that do not follow RFC 9068.', 'at+jwt'),
  OIDC_ROLES_CLAIM: text('The claim that lists the roles, dots for nesting.', 'roles'),
  API_TOKEN_SIGN_IN_DAYS: whole(
    'Personal API tokens stop working when their owner has not signed in for so many days, until they sign in again.',
    90,
    1,
    3650,
  ),
  SMTP_URL: url(
    'The mail server, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. Empty: mails are kept and shown in the outbox.',
    '',
    ['smtp:', 'smtps:'],
  ),
  MAIL_FROM: {
    description: 'Whom mails come from: `Vakt <vakt@example.com>`, or only the address. Needed with `SMTP_URL`.',
    default: 'Vakt <vakt@localhost>',
    read: (value: string): MailAddress => {
      const address = readMailAddress(value)
      if (!address) throw new Error('must be an address, or a name and an address as in Vakt <vakt@example.com>')
      return address
    },
  },
  SMTP_OAUTH_TOKEN_URL: url(
    'Where the mail server of `SMTP_URL` gets access tokens (XOAUTH2, client credentials) instead of a password, such as `https://login.microsoftonline.com/TENANT/oauth2/v2.0/token`. Empty: a password.',
    '',
    ['https:', 'http:'],
  ),
  SMTP_OAUTH_CLIENT_ID: text('The id of the application there; at Microsoft it needs the permission `SMTP.SendAsApp`.'),
  SMTP_OAUTH_CLIENT_SECRET: text('The client secret of that application.'),
  SMTP_OAUTH_SCOPE: text('The scope of these tokens.', 'https://outlook.office365.com/.default'),
  MAIL_GRAPH_TENANT: text(
    'The Microsoft Entra tenant whose mailbox `MAIL_FROM` sends mails by Microsoft Graph, instead of `SMTP_URL`. Empty: Graph is not used.',
  ),
  MAIL_GRAPH_CLIENT_ID: text('The id of the application there; it needs the permission `Mail.Send`.'),
  MAIL_GRAPH_CLIENT_SECRET: text('The client secret of that application.'),
  MAIL_GRAPH_URL: url(
    'Where Microsoft Graph answers. Another address for the clouds of governments and of China; the sign-in is at `AZURE_LOGIN_URL`.',
    'https://graph.microsoft.com',
    ['https:', 'http:'],
  ),
  POWERBI_TENANT: text(
    'The Microsoft Entra tenant of the service principal that opens reports of Power BI for customers (app owns data). Empty: there are none.',
  ),
  POWERBI_CLIENT_ID: text('The id of the application there, which is a member of the workspaces.'),
  POWERBI_CLIENT_SECRET: text('The client secret of that application.'),
  POWERBI_API_URL: url(
    'Where the API of Power BI answers. Another address for the clouds of governments and of China; the sign-in is at `AZURE_LOGIN_URL`.',
    'https://api.powerbi.com',
    ['https:', 'http:'],
  ),
  POWERBI_SCOPE: text('The scope of the access tokens for that API.', 'https://analysis.windows.net/powerbi/api/.default'),
  POWERBI_EMBED_URL: url(
    'Where the frames of its reports come from; pages may show frames of this origin alone.',
    'https://app.powerbi.com',
    ['https:', 'http:'],
  ),
  SMS_PROVIDER: phoneProvider('Who sends SMS: `46elks` or `twilio`. Empty: they are kept and shown in the outbox.'),
  SMS_FROM: text('The number that SMS come from, in E.164 such as `+46766861004`: no one can reply to a name of letters.'),
  VOICE_PROVIDER: phoneProvider(
    'Who makes calls: `46elks`, which reads English only, or `twilio`. Empty: they are kept and shown in the outbox.',
  ),
  VOICE_FROM: text('The number that calls come from, in E.164.'),
  PHONE_COUNTRIES: {
    description: 'The countries whose numbers may be called and written to, as ISO 3166 codes, comma separated. All others are refused.',
    default: 'SE,NO,DK,FI,IS,AT,BE,BG,CY,CZ,DE,EE,ES,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SI,SK',
    read: (value: string): string[] => {
      const codes = value.split(',').map((code) => code.trim().toUpperCase())
      const unknown = codes.find((code) => !isCountry(code))
      if (unknown !== undefined) throw new Error(`names "${unknown}", which is no ISO 3166 code of a country`)
      return codes
    },
  },
  ELKS_USER: text('The API user name at 46elks.'),
  ELKS_PASSWORD: text('The API password at 46elks.'),
  ELKS_URL: url('Where 46elks answers.', 'https://api.46elks.com', ['https:', 'http:']),
  ELKS_CURRENCY: text('The currency of the account at 46elks, in which prices are shown.', 'SEK'),
  TWILIO_ACCOUNT_SID: text('The account at Twilio.'),
  TWILIO_AUTH_TOKEN: text('The auth token of that account, with which Twilio signs what it reports.'),
  TWILIO_API_KEY_SID: text('An API key to send with. Empty: the account and its auth token.'),
  TWILIO_API_KEY_SECRET: text('The secret of that API key.'),
  TWILIO_URL: url('Where Twilio answers.', 'https://api.twilio.com', ['https:', 'http:']),
  TWILIO_VOICE_SV: text('The voice at Twilio that reads Swedish.', 'Polly.Elin-Neural'),
  TWILIO_VOICE_EN: text('The voice at Twilio that reads English.', 'Polly.Amy-Neural'),
  WEBHOOK_ALLOW_PRIVATE: flag(
    'Whether webhooks may call `http://` and addresses that are not of the open internet. Only where everybody who sets up webhooks may reach everything that Vakt can.',
    'false',
  ),
  AZURE_LOGIN_URL: url(
    'Where service principals of Azure sign in. Another address for the clouds of governments and of China.',
    'https://login.microsoftonline.com',
    ['https:', 'http:'],
  ),
  AZURE_METRICS_URL: url(
    'Where Azure Monitor answers for the metrics of a region; `{region}` stands for its name.',
    'https://{region}.metrics.monitor.azure.com',
    ['https:', 'http:'],
  ),
  AZURE_MANAGEMENT_URL: url('Where Azure Resource Graph answers.', 'https://management.azure.com', ['https:', 'http:']),
  METRIC_STORE_URL: url(
    'A Prometheus-compatible HTTP API (Prometheus, Mimir, Thanos, VictoriaMetrics) that metrics are read from, without `/api/v1`, instead of being stored by Vakt. Empty: Vakt stores them.',
    '',
    ['http:', 'https:'],
  ),
  METRIC_STORE_AUTHORIZATION: text('The header Authorization for it, such as `Bearer …`. Empty: none.'),
  METRIC_STORE_CUSTOMER_LABEL: {
    description: 'The label of its series that holds the id of the customer.',
    default: 'vakt_customer',
    read: (value: string) => {
      if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(value)) throw new Error('must be the name of a label')
      return value
    },
  },
  METRIC_STORE_TENANT_HEADER: text('The header that tells it the customer, such as `X-Scope-OrgID`. Empty: none.'),
  METRIC_STORE_DELAY_SECONDS: whole('How far behind the clock its newest points may be: rules wait as long.', 60, 0, 3600),
  GRAPH_PHOTO_URL: url(
    "Where the company's directory keeps the photo of who is signed in, such as `https://graph.microsoft.com/v1.0/me/photo/$value`; the browser asks it. Empty: no photo is fetched.",
    '',
    ['http:', 'https:'],
  ),
  GRAPH_PHOTO_SCOPE: text(
    'The scope of the access token for that address, such as `https://graph.microsoft.com/User.Read`. Empty: the token of Vakt itself, which that service then sees.',
  ),
  LEARN_MORE_URL: url('The site of the provider, linked from the landing view. Empty: a page about Vakt.', '', ['http:', 'https:']),
  PAGE_VIEWS_OTLP_URL: url(
    'Where browsers report which screen was opened: the address for logs of an OpenTelemetry collector, for example `https://collector.example.com/v1/logs`. Empty: nowhere.',
    '',
    ['http:', 'https:'],
  ),
  APPLICATIONINSIGHTS_CONNECTION_STRING: {
    description:
      'The same for Application Insights: its connection string, of which browsers are told the key and the address. Empty: nowhere.',
    default: '',
    read: readConnectionString,
  },
  RATE_LIMIT_USER: perMinute('requests of one user', 3000),
  RATE_LIMIT_TOKEN: perMinute('requests with one personal API token', 3000),
  RATE_LIMIT_ADDRESS: perMinute('requests without signing in, to what is open to everyone, from one address', 12_000),
  RATE_LIMIT_FAILED_SIGN_IN: perMinute('refused tokens from one address, after which wrong ones are answered 429,', 600),
  RATE_LIMIT_INGEST: perMinute('signals with one ingest token; more are answered 503, after which senders try again,', 600_000),
  HEARTBEAT_URL: url(
    'An address of an outside watchdog, such as healthchecks.io or a push monitor of Uptime Kuma. The worker calls it while it can do its work. Empty: nothing is called.',
    '',
    ['http:', 'https:'],
  ),
  HEARTBEAT_INTERVAL_SECONDS: whole('How often it is called.', 60, 5, 3600),
  HEARTBEAT_MAX_DELAY_SECONDS: whole('It is not called while a signal has been waiting for longer than this.', 300, 10, 86_400),
  BACKUP_MAX_AGE_DAYS: whole(
    'Vakt warns when its own command has completed no backup for so many days. 0: the database is backed up by others, as a managed PostgreSQL or one with `pg_basebackup` is, and Vakt does not warn.',
    2,
    0,
    3650,
  ),
  TRUSTED_PROXIES: {
    description:
      'The addresses or networks of the proxies in front, comma separated: only from these `X-Forwarded-For` counts. Empty: from no address.',
    default: '',
    read: (value: string): string[] => {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
      const wrong = names.find((name) => !isAddressOrNetwork(name))
      if (wrong !== undefined) throw new Error(`names "${wrong}", which is neither an address nor a network such as 10.0.0.0/8`)
      return names
    },
  },
  S3_ENDPOINT: url(
    'Where attachments are kept: the address of a storage that speaks S3, for example `https://s3.eu-north-1.amazonaws.com`. Empty: in the database.',
    '',
    ['http:', 'https:'],
  ),
  S3_BUCKET: text('The bucket for attachments. Vakt needs the rights to list it, and to read, write and remove objects.'),
  S3_REGION: text('The region of the bucket.', 'us-east-1'),
  S3_ACCESS_KEY_ID: text('The id of the access key.'),
  S3_SECRET_ACCESS_KEY: text('The secret of the access key.'),
  LOG_LEVEL: {
    description: 'The least severe log lines to write: trace, debug, info, warn, error, fatal or silent.',
    default: 'info',
    read: (value: string): string => {
      const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
      if (!levels.includes(value)) throw new Error(`must be one of ${levels.join(', ')}`)
      return value
    },
  },
  LOG_QUIET_ONE_IN: whole(
    'Of quiet requests, which read, succeed and take less than a second, one in so many is logged; the next line says as `leftOut` how many were not. 1: all.',
    10,
    1,
    100_000,
  ),
} satisfies Record<string, Key<unknown>>

export type ConfigValues = { [Name in keyof typeof configKeys]: ReturnType<(typeof configKeys)[Name]['read']> }
