import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export type MigrationFile = {
  /** The file's name without `.sql`, as it is recorded in the database. */
  name: string
  sql: string
  /** The indexes that it builds with `create index concurrently`, outside a transaction; empty for all other migrations. */
  concurrentIndexes: ConcurrentIndex[]
}

export type ConcurrentIndex = { name: string; sql: string }

/** The schema of version 0.2.0 as one migration, and the last of the migrations of 0.1.0 that it stands for. */
export const baseline = { name: '0309_baseline', lastReplaced: '0306_agents_of_entity' }

/** The database, or the backup, holds some migrations of 0.1.0 but not its last; the message is one sentence for the operator. */
export class OlderSchema extends Error {}

/** The migrations that ran on a database, as this version names them: those of 0.1.0 are its baseline. Throws OlderSchema. */
export function withBaseline<T extends { name: string }>(ran: T[]): T[] {
  const replaced = ran.filter(({ name }) => name < baseline.name)
  if (replaced.length === 0) return ran
  const last = replaced.find(({ name }) => name === baseline.lastReplaced)
  if (!last)
    throw new OlderSchema(
      `This is the schema of an early version of Vakt (its last migration is ${replaced
        .map(({ name }) => name)
        .sort()
        .at(-1)}): start version 0.1.0 on it once, then this one.`,
    )
  return [{ ...last, name: baseline.name }, ...ran.filter(({ name }) => name > baseline.name)]
}

const migrationsFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'migrations')

const withoutComments = (sql: string) => sql.replace(/^\s*--.*$/gm, '')

/** Such a file holds nothing else, since it cannot be rolled back. */
function readConcurrentIndexes(name: string, sql: string): ConcurrentIndex[] {
  const code = withoutComments(sql)
  if (!/\bconcurrently\b/i.test(code)) return []
  const statements = code
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  return statements.map((statement) => {
    const index = /^create (?:unique )?index concurrently (\w+) on /i.exec(statement)?.[1]
    if (!index) throw new Error(`The migration ${name} may hold nothing but "create index concurrently NAME on …".`)
    return { name: index, sql: statement }
  })
}

/** Throws where a file that builds indexes concurrently holds anything else. */
export const parseMigration = (name: string, sql: string): MigrationFile => ({
  name,
  sql,
  concurrentIndexes: readConcurrentIndexes(name, sql),
})

/** All migrations of this version, in the order in which they run: that of their names. */
export async function readMigrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => parseMigration(path.basename(file, '.sql'), await readFile(path.join(migrationsFolder, file), 'utf8'))),
  )
}

/** The statements of a migration for a database that no other session uses, all of them fit for one transaction. */
export const sqlForEmptyDatabase = ({ sql, concurrentIndexes }: MigrationFile): string =>
  concurrentIndexes.length === 0 ? sql : concurrentIndexes.map((index) => index.sql.replace(/index concurrently/i, 'index')).join(';\n')
