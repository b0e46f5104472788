import type { BackupFacts } from '@vakt/domain/backups.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type Note, readNoteDetailsForAllCustomers } from '#server/platform/installation-note-table.ts'

const names = ['backup-made', 'backup-failed', 'backups-watched', 'backup-restored'] as const

const reasonOf = ({ details }: Note) => (typeof details.reason === 'string' ? details.reason : '')

function copyOf({ details: { copy } }: Note): 'none' | 'made' | 'failed' {
  return copy === 'made' || copy === 'failed' ? copy : 'none'
}

/** What is noted of the backups of this installation. The transaction must be of the worker. */
export async function readBackupFacts(transaction: Transaction): Promise<BackupFacts> {
  const notes = await readNoteDetailsForAllCustomers(transaction, names)
  const [made, failed] = [notes.get('backup-made'), notes.get('backup-failed')]
  const since = ['backups-watched' as const, 'backup-restored' as const].flatMap((name) => notes.get(name)?.at ?? [])
  return {
    made: made ? { at: made.at, copy: copyOf(made), reason: reasonOf(made) } : null,
    failed: failed ? { at: failed.at, reason: reasonOf(failed) } : null,
    watchedSince: since.length > 0 ? new Date(Math.max(...since.map((at) => at.getTime()))) : null,
    isDemo: (await findProvider(transaction))?.isDemo ?? false,
  }
}
