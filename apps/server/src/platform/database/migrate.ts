import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Pool } from 'pg'

const migrationsFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'migrations')

/** Plain SQL files in the order of their names. What ran once is never edited: history must not change under an installation. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(migrationsFolder, name), 'utf8')
      return [path.basename(name, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
}

/** Brings the schema up to date; two processes at once wait for each other. Returns the names of the migrations that ran. */
export async function migrate(pool: Pool): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: sqlFiles, migrationTableName: 'migration', migrationLockTableName: 'migration_lock' })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName
    // No migration failed: the database could not be reached at all.
    if (!failed) throw error
    throw new Error(`The migration ${failed} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  return (results ?? []).map(({ migrationName }) => migrationName)
}
