import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'

type Attempt = {
  /** The rows of a backup are as of then. */
  startedAt: Date
  /** The options of the command. */
  command: string
  seconds: number
}
export type BackupNote = Attempt & { file: string; bytes: number; copy: 'none' | 'made' | 'failed'; reason: string }

/** Notes a complete backup, also one that could not be copied elsewhere. The pool must log in as vakt_worker. */
export function noteBackup(context: Pick<Context, 'pool'>, { startedAt, ...details }: BackupNote): Promise<void> {
  return workForAllCustomers(context, (transaction) => writeNoteForAllCustomers(transaction, 'backup-made', startedAt, details))
}

/** Notes that nothing was backed up. The pool must log in as vakt_worker. */
export function noteFailedBackup(context: Pick<Context, 'pool'>, { startedAt, ...details }: Attempt & { reason: string }): Promise<void> {
  return workForAllCustomers(context, (transaction) => writeNoteForAllCustomers(transaction, 'backup-failed', startedAt, details))
}
