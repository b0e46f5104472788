import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { openOwner } from '#server/connect-database.ts'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { findRunningEmbedded, hasEmbeddedDatabase } from '#server/platform/database/embedded-postgres.ts'
import { readDatabaseUrl } from '#server/platform/database/read-database-url.ts'
import { keyFileOf, readKeyFile } from '#server/platform/keys/key-file.ts'
import type { SecretKey } from '#server/platform/keys/secret-key.ts'

export type Cleanup = () => Promise<void>

/** The keys that are there; none is made. */
export async function readPresentKeys({ secretKeys, dataFolder }: Config): Promise<readonly SecretKey[]> {
  return secretKeys ?? (existsSync(keyFileOf(dataFolder)) ? readKeyFile(dataFolder) : [])
}

/** How the owner connects to a database to read: also to the embedded one of a Vakt that runs. It is started only where it does not. */
export async function openOwnerForBackup(config: Config, cleanups: Cleanup[]): Promise<pg.ClientConfig> {
  if (config.databaseUrl) return readDatabaseUrl(config.databaseUrl)
  if (!hasEmbeddedDatabase(config.dataFolder))
    throw new BackupRefused(`There is no database in ${config.dataFolder}: set DATA_DIR or DATABASE_URL to that of your installation.`)
  return (await findRunningEmbedded(config.dataFolder)) ?? openOwner(config, () => {}, cleanups)
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `1.2 GB`, in steps of 1000. */
export function describeSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

export const describeCount = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
