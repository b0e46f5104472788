import type { PoolConfig } from 'pg'
import type { Config } from '#server/config.ts'
import { describeLostDatabase } from '#server/describe-lost-database.ts'
import { type Database, openDatabase, poolSizes, prepareDatabase } from '#server/platform/database/database.ts'
import { type DatabaseStep, startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { NewerSchema } from '#server/platform/database/migrate.ts'
import { OlderSchema } from '#server/platform/database/migration-files.ts'
import { stopRefusing } from '#server/platform/database/open-transaction.ts'
import { describeHosts, readDatabaseUrl } from '#server/platform/database/read-database-url.ts'
import { keyFileOf, readKeyFile } from '#server/platform/keys/key-file.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import { CannotDecrypt } from '#server/platform/keys/secret-box.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'
import type { Log } from '#server/platform/log.ts'

/** Cannot start for a reason that the person who starts it can fix; the message is one sentence for them. */
export class CannotStart extends Error {}

type Cleanup = () => Promise<void>
type Progress = (text: string) => void

const describeStep = (step: DatabaseStep, detail = '', dataFolder = '') =>
  ({
    creating: 'Creating the database',
    starting: 'Starting the database',
    adopting: 'Taking over the running database',
    relocated: `The database lives in ${detail}, because its account cannot reach ${dataFolder}`,
    upgrading: `Moving the database ${detail}`,
    'upgrade-failed': `The database works on as it was, since it could not be moved (${detail})`,
  })[step]

/** How the owner of the tables connects: to the configured database, or to the embedded one, which is started. */
export async function openOwner(config: Config, progress: Progress, cleanups: Cleanup[]): Promise<PoolConfig> {
  if (config.databaseUrl) {
    try {
      return readDatabaseUrl(config.databaseUrl)
    } catch (error) {
      throw new CannotStart((error as Error).message)
    }
  }
  const embedded = await startEmbeddedPostgres({
    directory: config.dataFolder,
    onProgress: (step, detail) => progress(describeStep(step, detail, config.dataFolder)),
  })
  cleanups.push(() => embedded.stop())
  return embedded.connection
}

async function readKeys({ secretKeys, dataFolder }: Config): Promise<readonly SecretKey[]> {
  if (secretKeys) return secretKeys
  return readKeyFile(dataFolder).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`The key file ${keyFileOf(dataFolder)} ${error.code ? `cannot be read (${error.code})` : error.message}.`)
  })
}

/** The pools of the server on a database that is up to date, and the keys of its secrets. */
export async function connectDatabase(
  config: Config,
  owner: PoolConfig,
  log: Log,
  progress: Progress,
): Promise<Database & { keyring: Keyring }> {
  if (config.isProduction) stopRefusing()
  try {
    const { ran, keyring } = await prepareDatabase(owner, await readKeys(config), log)
    if (ran.length > 0) progress(`Brought the database up to date (${ran.length} ${ran.length === 1 ? 'migration' : 'migrations'})`)
    const worker = config.roles.includes('worker') ? poolSizes.worker : poolSizes.workerOfWeb
    return { ...(await openDatabase(owner, keyring, log, { app: poolSizes.app, worker })), keyring }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (error instanceof NewerSchema || error instanceof OlderSchema) throw new CannotStart(message)
    if (error instanceof CannotDecrypt) throw new CannotStart(explainWrongKeys(config, error))
    if (!config.databaseUrl) throw error
    const hosts = describeHosts(owner)
    const where = `${owner.user}@${hosts}/${owner.database}`
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || code === 'ENOENT')
      throw new CannotStart(`DATABASE_URL: no PostgreSQL answers at ${where}.`)
    if (code === '28P01' || code === '28000') throw new CannotStart(`DATABASE_URL: ${where} refuses the login (${message}).`)
    if (message.startsWith('SASL: ')) throw new CannotStart(`DATABASE_URL: ${where} asks for a password, and the address carries none.`)
    if (code === '3D000') throw new CannotStart(`DATABASE_URL: there is no database "${owner.database}" at ${hosts}. Create it first.`)
    if (code === '42501') throw new CannotStart(`DATABASE_URL: the login ${owner.user} may not do what setting up needs (${message}).`)
    const lost = describeLostDatabase(owner, error)
    throw lost ? new CannotStart(lost) : error
  }
}

/** The database belongs to another key: a wrong one must not lock out the processes that have the right one. */
const explainWrongKeys = ({ secretKeys, dataFolder }: Config, { message }: CannotDecrypt) =>
  `${secretKeys ? 'SECRET_KEY does' : `The key file ${keyFileOf(dataFolder)} does`} not fit the secrets in this database. ${message} Bring that key back, after the others.`
