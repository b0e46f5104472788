import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ConfigValues, configKeys, type RoleName } from '#server/config-keys.ts'
import type { RequestLimits } from '#server/platform/http/limit-requests.ts'

export type Config = {
  port: number
  host: string
  /** How browsers reach the portal, without a slash at the end; null: `http://localhost:<the port>`. */
  origin: string | null
  metricsPort: number
  dataFolder: string
  databaseUrl: string | null
  roles: RoleName[]
  demo: boolean
  signIn: {
    issuer: string | null
    clientId: string
    audience: string
    scope: string
    prompt: string
    tokenType: string
    rolesClaim: string
  }
  learnMoreUrl: string | null
  limits: RequestLimits
  trustedProxies: string[]
  logLevel: string
  isProduction: boolean
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

/** Reads and checks all settings; relative folders count from the folder of Vakt, not from where it was started. */
export function readConfig(environment: Environment = process.env): Config {
  const values = readValues(environment)
  const projectFolder = path.resolve(import.meta.dirname, '..', '..', '..')
  return {
    port: values.PORT,
    host: values.HOST || (values.OIDC_ISSUER ? '0.0.0.0' : '127.0.0.1'),
    origin: values.ORIGIN.replace(/\/+$/, '') || null,
    metricsPort: values.METRICS_PORT,
    dataFolder: path.resolve(projectFolder, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL || null,
    roles: values.ROLES,
    demo: values.DEMO ?? !values.DATABASE_URL,
    signIn: {
      issuer: values.OIDC_ISSUER || null,
      clientId: values.OIDC_CLIENT_ID,
      audience: values.OIDC_AUDIENCE,
      scope: values.OIDC_SCOPE,
      prompt: values.OIDC_PROMPT,
      tokenType: values.OIDC_TOKEN_TYPE,
      rolesClaim: values.OIDC_ROLES_CLAIM,
    },
    learnMoreUrl: values.LEARN_MORE_URL || null,
    limits: {
      perUser: values.RATE_LIMIT_USER,
      perToken: values.RATE_LIMIT_TOKEN,
      perAddress: values.RATE_LIMIT_ADDRESS,
      failedSignInsPerAddress: values.RATE_LIMIT_FAILED_SIGN_IN,
      signalsPerToken: values.RATE_LIMIT_INGEST,
    },
    trustedProxies: values.TRUSTED_PROXIES,
    // Somebody who watches a terminal is told what matters; a log that is collected gets every line.
    logLevel: environment.LOG_LEVEL || (process.stdout.isTTY ? 'warn' : values.LOG_LEVEL),
    isProduction: environment.NODE_ENV === 'production',
    projectFolder,
  }
}
