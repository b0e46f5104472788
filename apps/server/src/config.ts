import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PageViewReports } from '@vakt/contract/users/session.ts'
import { type ConfigValues, configKeys, type RoleName } from '#server/config-keys.ts'
import type { ApiTokenSettings } from '#server/features/api-tokens/sign-in-deadline.ts'
import type { PowerBiSettings } from '#server/features/embedded-reports/power-bi.ts'
import type { HeartbeatSettings } from '#server/features/heartbeat/send-heartbeat.ts'
import type { RemoteStoreSettings } from '#server/features/metrics/remote/prometheus-api.ts'
import { commandLine } from '#server/platform/command-line.ts'
import type { RequestLimits } from '#server/platform/http/limit-requests.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import { type MailAddress, type MailSettings, readMailSettings, withApplication } from '#server/platform/mail/mail-settings.ts'
import type { ObjectStorageConfig } from '#server/platform/object-storage.ts'
import type { PhoneConfig } from '#server/platform/phone/phone-settings.ts'

export type Config = {
  port: number
  host: string
  /** How browsers reach the portal, without a slash at the end; null: `http://localhost:<the port>`. */
  origin: string | null
  metricsPort: number
  metricsHost: string
  stopDelayMs: number
  dataFolder: string
  databaseUrl: string | null
  /** Where the files of the database are, as this machine sees them; null: it is asked. */
  databaseFolder: string | null
  /** The first encrypts; null: those of the key file in the data folder. */
  secretKeys: readonly SecretKey[] | null
  roles: RoleName[]
  demo: boolean
  signIn: {
    issuer: string | null
    clientId: string
    audience: string
    scope: string
    resource: string | null
    prompt: string
    tokenType: string
    rolesClaim: string
  }
  apiTokens: ApiTokenSettings
  /** Where an external directory keeps photos of people; null: nowhere. */
  directoryPhoto: { url: string; scope: string } | null
  learnMoreUrl: string | null
  /** Without a mail server mails are kept. */
  mail: { from: MailAddress; server: MailSettings | null }
  phone: PhoneConfig
  powerBi: PowerBiSettings | null
  webhookAllowPrivate: boolean
  azure: { login: string; management: string; metrics: string }
  /** Null: the product's own database keeps metrics. */
  metricStore: RemoteStoreSettings | null
  /** Where browsers report which screen was opened; null: nowhere. */
  pageViews: PageViewReports | null
  /** Null: no watchdog is called. */
  heartbeat: HeartbeatSettings | null
  /** 0: others back the database up. */
  backupMaxAgeDays: number
  limits: RequestLimits
  trustedProxies: string[]
  /** Null: attachments are kept in the database. */
  objectStorage: ObjectStorageConfig | null
  logLevel: string
  /** Of quiet requests one in so many is logged. */
  logOneIn: number
  isProduction: boolean
  /** The number of the key that signs commands to VM agents. */
  agentCommandKey: number
  projectFolder: string
}

/** Its message lists every setting that is wrong, one line each. */
export class WrongConfiguration extends Error {}

type Environment = Record<string, string | undefined>

/** `X_FILE` names a file that holds the value of `X`, the way containers hand over secrets. */
function readSetting(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  if (!file) return environment[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`cannot be read from the file ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
}

function readValues(environment: Environment): ConfigValues {
  const problems: string[] = []
  const entries = Object.entries(configKeys).map(([name, key]) => {
    try {
      return [name, key.read(readSetting(environment, name) ?? key.default)]
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`)
      return [name, undefined]
    }
  })
  if (problems.length > 0) throw new WrongConfiguration(problems.join('\n'))
  return Object.fromEntries(entries) as ConfigValues
}

function readObjectStorage(values: ConfigValues): ObjectStorageConfig | null {
  if (!values.S3_ENDPOINT) return null
  const missing = (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter((name) => !values[name])
  if (missing.length > 0) throw new WrongConfiguration(missing.map((name) => `${name} must be set, too, where S3_ENDPOINT is.`).join('\n'))
  return {
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  }
}

function readPageViews(values: ConfigValues): PageViewReports | null {
  const insights = values.APPLICATIONINSIGHTS_CONNECTION_STRING
  if (values.PAGE_VIEWS_OTLP_URL) return { kind: 'otlp', url: values.PAGE_VIEWS_OTLP_URL }
  return insights ? { kind: 'application-insights', url: new URL('v2/track', insights.endpoint).href, key: insights.key } : null
}

/** The mail server of `SMTP_URL`, signed in to by its password or with access tokens. */
function readSmtpServer(values: ConfigValues): MailSettings | null {
  const {
    SMTP_URL,
    MAIL_FROM: from,
    SMTP_OAUTH_TOKEN_URL: tokenUrl,
    SMTP_OAUTH_CLIENT_ID: clientId,
    SMTP_OAUTH_CLIENT_SECRET: secret,
  } = values
  const server = SMTP_URL ? readMailSettings(SMTP_URL, from) : null
  if (!tokenUrl && !clientId && !secret) return server
  if (!server || !tokenUrl || !clientId || !secret)
    throw new WrongConfiguration('SMTP_URL, SMTP_OAUTH_TOKEN_URL, SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET must be set together.')
  if (server.auth && 'pass' in server.auth && server.auth.pass)
    throw new WrongConfiguration('SMTP_URL has a password, and SMTP_OAUTH_TOKEN_URL is set: leave one of them out.')
  return withApplication(server, { tokenUrl, clientId, secret, scope: values.SMTP_OAUTH_SCOPE })
}

function readMailServer(values: ConfigValues): MailSettings | null {
  const { MAIL_FROM: from, MAIL_GRAPH_TENANT: tenantId, MAIL_GRAPH_CLIENT_ID: clientId, MAIL_GRAPH_CLIENT_SECRET: secret } = values
  if (!tenantId && !clientId && !secret) return readSmtpServer(values)
  if (!tenantId || !clientId || !secret)
    throw new WrongConfiguration('MAIL_GRAPH_TENANT, MAIL_GRAPH_CLIENT_ID and MAIL_GRAPH_CLIENT_SECRET must be set together.')
  if (values.SMTP_URL) throw new WrongConfiguration('SMTP_URL and MAIL_GRAPH_TENANT name two ways to send mail: set one of them.')
  if (from.address.endsWith('@localhost'))
    throw new WrongConfiguration('MAIL_FROM must name the mailbox that sends when MAIL_GRAPH_TENANT is set.')
  const [login, graph] = [values.AZURE_LOGIN_URL.replace(/\/+$/, ''), values.MAIL_GRAPH_URL.replace(/\/+$/, '')]
  return { login, graph, tenantId, clientId, secret, host: new URL(graph).hostname, from }
}

function readPowerBi(values: ConfigValues): PowerBiSettings | null {
  const { POWERBI_TENANT: tenantId, POWERBI_CLIENT_ID: clientId, POWERBI_CLIENT_SECRET: secret, POWERBI_SCOPE: scope } = values
  if (!tenantId && !clientId && !secret) return null
  if (!tenantId || !clientId || !secret)
    throw new WrongConfiguration('POWERBI_TENANT, POWERBI_CLIENT_ID and POWERBI_CLIENT_SECRET must be set together.')
  const [login, api] = [values.AZURE_LOGIN_URL.replace(/\/+$/, ''), values.POWERBI_API_URL.replace(/\/+$/, '')]
  return { login, api, tenantId, clientId, secret, scope, embedOrigin: new URL(values.POWERBI_EMBED_URL).origin }
}

const needed = { '46elks': ['ELKS_USER', 'ELKS_PASSWORD'], twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] } as const

function readPhone(values: ConfigValues): PhoneConfig {
  const lineOf = (channel: 'SMS' | 'VOICE') => {
    const provider = values[`${channel}_PROVIDER`]
    if (!provider) return null
    const missing = ([`${channel}_FROM`, ...needed[provider]] as const).filter((name) => !values[name])
    if (missing.length > 0)
      throw new WrongConfiguration(missing.map((name) => `${name} must be set, too, where ${channel}_PROVIDER is ${provider}.`).join('\n'))
    return { provider, from: values[`${channel}_FROM`] }
  }
  const { TWILIO_API_KEY_SID: sid, TWILIO_API_KEY_SECRET: secret } = values
  if (Boolean(sid) !== Boolean(secret)) throw new WrongConfiguration('TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET must be set together.')
  const addressOf = (text: string) => text.replace(/\/+$/, '')
  return {
    sms: lineOf('SMS'),
    voice: lineOf('VOICE'),
    countries: values.PHONE_COUNTRIES,
    elks: { url: addressOf(values.ELKS_URL), user: values.ELKS_USER, password: values.ELKS_PASSWORD, currency: values.ELKS_CURRENCY },
    twilio: {
      url: addressOf(values.TWILIO_URL),
      accountSid: values.TWILIO_ACCOUNT_SID,
      authToken: values.TWILIO_AUTH_TOKEN,
      apiKey: sid ? { sid, secret } : null,
      voices: { sv: values.TWILIO_VOICE_SV, en: values.TWILIO_VOICE_EN },
    },
  }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/** The embedded identity provider asks for no password: reached from other machines it would let everyone in. */
function refuseOpenDemo({ HOST, OIDC_ISSUER, DEMO_OPEN, ROLES }: ConfigValues): void {
  if (OIDC_ISSUER || DEMO_OPEN || !HOST || isLoopback(HOST) || !ROLES.includes('web')) return
  throw new WrongConfiguration(
    `HOST=${HOST} lets everyone who reaches it choose a demo account without a password. Set OIDC_ISSUER to your OpenID provider, or DEMO_OPEN=true if this is meant.`,
  )
}

/** The embedded database keeps its files in the data folder, whatever `DATABASE_FOLDER` says. */
function folderOfDatabase({ DATABASE_URL, DATABASE_FOLDER, DATA_DIR }: ConfigValues, projectFolder: string): string | null {
  if (!DATABASE_URL) return path.resolve(projectFolder, DATA_DIR, 'postgres')
  return DATABASE_FOLDER ? path.resolve(projectFolder, DATABASE_FOLDER) : null
}

/** Reads and checks all settings; relative folders count from the folder of Vakt, not from where it was started. */
export function readConfig(environment: Environment = process.env): Config {
  const values = readValues(environment)
  if (values.SMTP_URL && values.MAIL_FROM.address.endsWith('@localhost'))
    throw new WrongConfiguration('MAIL_FROM must say whom mails come from when SMTP_URL is set.')
  refuseOpenDemo(values)
  if (values.DATABASE_URL && values.SECRET_KEY.length === 0)
    throw new WrongConfiguration(
      `SECRET_KEY must be set, too, where DATABASE_URL is: make a key with \`${commandLine('make-key')}\`, and keep it.`,
    )
  const projectFolder = path.resolve(import.meta.dirname, '..', '..', '..')
  return {
    port: values.PORT,
    host: values.HOST || (values.OIDC_ISSUER ? '0.0.0.0' : '127.0.0.1'),
    origin: values.ORIGIN.replace(/\/+$/, '') || null,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    stopDelayMs: values.STOP_DELAY_SECONDS * 1000,
    dataFolder: path.resolve(projectFolder, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL || null,
    databaseFolder: folderOfDatabase(values, projectFolder),
    secretKeys: values.SECRET_KEY.length > 0 ? values.SECRET_KEY : null,
    agentCommandKey: values.AGENT_COMMAND_KEY,
    roles: values.ROLES,
    demo: values.DEMO ?? !values.DATABASE_URL,
    signIn: {
      issuer: values.OIDC_ISSUER || null,
      clientId: values.OIDC_CLIENT_ID,
      audience: values.OIDC_AUDIENCE,
      scope: values.OIDC_SCOPE,
      resource: values.OIDC_RESOURCE || null,
      prompt: values.OIDC_PROMPT,
      tokenType: values.OIDC_TOKEN_TYPE,
      rolesClaim: values.OIDC_ROLES_CLAIM,
    },
    apiTokens: { ownerSignInDays: values.API_TOKEN_SIGN_IN_DAYS },
    directoryPhoto: values.GRAPH_PHOTO_URL ? { url: values.GRAPH_PHOTO_URL, scope: values.GRAPH_PHOTO_SCOPE } : null,
    learnMoreUrl: values.LEARN_MORE_URL || null,
    mail: { from: values.MAIL_FROM, server: readMailServer(values) },
    phone: readPhone(values),
    powerBi: readPowerBi(values),
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? false,
    azure: {
      login: values.AZURE_LOGIN_URL.replace(/\/+$/, ''),
      management: values.AZURE_MANAGEMENT_URL.replace(/\/+$/, ''),
      metrics: values.AZURE_METRICS_URL.replace(/\/+$/, ''),
    },
    metricStore: values.METRIC_STORE_URL
      ? {
          url: values.METRIC_STORE_URL.replace(/\/+$/, ''),
          authorization: values.METRIC_STORE_AUTHORIZATION,
          customerLabel: values.METRIC_STORE_CUSTOMER_LABEL,
          tenantHeader: values.METRIC_STORE_TENANT_HEADER,
          delaySeconds: values.METRIC_STORE_DELAY_SECONDS,
        }
      : null,
    pageViews: readPageViews(values),
    heartbeat: values.HEARTBEAT_URL
      ? {
          url: values.HEARTBEAT_URL,
          intervalMs: values.HEARTBEAT_INTERVAL_SECONDS * 1000,
          maxSignalDelayMs: values.HEARTBEAT_MAX_DELAY_SECONDS * 1000,
        }
      : null,
    backupMaxAgeDays: values.BACKUP_MAX_AGE_DAYS,
    limits: {
      perUser: values.RATE_LIMIT_USER,
      perToken: values.RATE_LIMIT_TOKEN,
      perAddress: values.RATE_LIMIT_ADDRESS,
      failedSignInsPerAddress: values.RATE_LIMIT_FAILED_SIGN_IN,
      signalsPerToken: values.RATE_LIMIT_INGEST,
    },
    trustedProxies: values.TRUSTED_PROXIES,
    objectStorage: readObjectStorage(values),
    // Somebody who watches a terminal is told what matters; a log that is collected gets every line.
    logLevel: environment.LOG_LEVEL || (process.stdout.isTTY ? 'warn' : values.LOG_LEVEL),
    logOneIn: values.LOG_QUIET_ONE_IN,
    isProduction: environment.NODE_ENV === 'production',
    projectFolder,
  }
}
