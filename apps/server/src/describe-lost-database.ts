import type { PoolConfig } from 'pg'
import { isPassing } from '#server/platform/http/answer-errors.ts'

/** Of the connection to a database; a file that is missing has another one. */
const ofConnection = [undefined, 'connect', 'read', 'write']

/**
 * One sentence for what breaks a start because the database stops, starts or has no room just then; undefined for any other error. A service manager
 * starts the process again.
 */
export function describeLostDatabase({ user, host, port, database }: PoolConfig, error: unknown): string | undefined {
  if (!(error instanceof Error) || !isPassing(error) || !ofConnection.includes((error as NodeJS.ErrnoException).syscall)) return undefined
  return `DATABASE_URL: the PostgreSQL at ${user}@${host}:${port}/${database} cannot be used just now (${error.message}).`
}
