import { WrongConfiguration } from '#server/config.ts'
import { CannotStart } from '#server/connect-database.ts'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { NotIsolated } from '#server/platform/database/check-isolation.ts'
import { CannotStartDatabase } from '#server/platform/database/embedded-postgres.ts'
import { NewerSchema } from '#server/platform/database/migrate.ts'
import { OlderSchema } from '#server/platform/database/migration-files.ts'

const explained = [WrongConfiguration, BackupRefused, CannotStartDatabase, CannotStart, NewerSchema, OlderSchema, NotIsolated]

const causes: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such folder',
  ECONNREFUSED: 'no PostgreSQL answers at DATABASE_URL',
  ENOTFOUND: 'the host of DATABASE_URL is not known',
  '28P01': 'the database refuses the login of DATABASE_URL',
  '3D000': 'the database that DATABASE_URL names is not there: create it first',
  '42501': 'the login of DATABASE_URL may not do what this needs; docs/backup.md names the grants',
  '53100': 'the disk of the database is full',
  '57P01': 'the database was stopped meanwhile',
}

/** What an operator is shown of a command that failed: the reason in a sentence, with a stack only where there is no sentence. */
export function explainCommandError(error: unknown): string {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message
  const { code = '', message, stack } = error as Error & { code?: string }
  const cause = causes[code]
  return cause ? `${cause.charAt(0).toUpperCase()}${cause.slice(1)} (${message}).` : String(stack)
}
