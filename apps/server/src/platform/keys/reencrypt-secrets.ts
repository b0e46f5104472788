import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteLegacyPassword } from './installation-secret-table.ts'
import type { Keyring } from './keyring.ts'
import {
  countSecretsByKeyForAllCustomers,
  readOldSecretsForAllCustomers,
  replaceSecretForAllCustomers,
  type SealedColumn,
  type SealedRow,
} from './sealed-column-table.ts'
import { CannotDecrypt, readKeyId } from './secret-box.ts'

const batchSize = 100

/** What a pass did in one table: encrypted with the first key, left for later (legacy), or impossible to decrypt. */
type Counts = { reencrypted: number; waiting: number; unreadable: number }

async function reencryptRow(
  context: Context,
  column: SealedColumn,
  row: SealedRow,
  isLegacyReleased: boolean,
): Promise<keyof Counts | null> {
  const { box, markReadable } = column
  const isLegacy = readKeyId(row.sealed) === null
  let secret: Buffer
  try {
    secret = box.open(row.id, row.sealed)
  } catch (error) {
    if (!(error instanceof CannotDecrypt)) throw error
    if (!row.isMarked && markReadable)
      await workForAllCustomers(context, (transaction) => markReadable(transaction, row.id, false, context.now))
    return 'unreadable'
  }
  const isCurrent = row.sealed.subarray(0, box.prefix.length).equals(box.prefix)
  const mayReplace = !isCurrent && (isLegacyReleased || !isLegacy)
  const isReplaced = await workForAllCustomers(context, async (transaction) => {
    if (row.isMarked) await markReadable?.(transaction, row.id, true, context.now)
    return mayReplace && (await replaceSecretForAllCustomers(transaction, column, row, box.seal(row.id, secret)))
  })
  if (isReplaced) return 'reencrypted'
  return isCurrent || mayReplace ? null : 'waiting'
}

async function reencryptColumn(context: Context, column: SealedColumn, isLegacyReleased: boolean, stopping: AbortSignal): Promise<Counts> {
  const counts: Counts = { reencrypted: 0, waiting: 0, unreadable: 0 }
  for (let after = ''; !stopping.aborted; ) {
    const rows = await workForAllCustomers(context, (transaction) =>
      readOldSecretsForAllCustomers(transaction, column, { after, limit: batchSize }),
    )
    for (const row of rows) {
      const outcome = await reencryptRow(context, column, row, isLegacyReleased)
      if (outcome) counts[outcome] += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) break
    after = last.id
    context.log.info({ job: 'reencrypt-secrets', table: column.table, ...counts, state: 'running' }, 'job')
  }
  return counts
}

/**
 * Encrypts with the first key what another one encrypted, and finds what no key decrypts. What a release without `SECRET_KEY` encrypted has to
 * wait until such a release can run no more. Each row is written by itself, so it may be stopped, killed and run twice.
 */
export async function reencryptSecrets(
  context: Context,
  { keyring, columns }: { keyring: Keyring; columns: readonly SealedColumn[] },
  stopping: AbortSignal,
): Promise<void> {
  const isLegacyReleased = context.now >= keyring.reencryptLegacyFrom
  for (const column of columns) {
    const counts = await reencryptColumn(context, column, isLegacyReleased, stopping)
    if (counts.reencrypted + counts.unreadable > 0)
      context.log[counts.unreadable > 0 ? 'warn' : 'info'](
        { job: 'reencrypt-secrets', table: column.table, ...counts, state: 'done' },
        'job',
      )
  }
  if (isLegacyReleased && !stopping.aborted && (await workForAllCustomers(context, deleteLegacyPassword)))
    context.log.info({ job: 'reencrypt-secrets' }, 'nothing needs the password of the database any more')
}

/** Stands for the id of the key that a release without `SECRET_KEY` derived from the password of the database. */
export const legacyKey = 'database password'

/** `key`: its id, or `legacyKey` for what a release without `SECRET_KEY` encrypted. */
export type SecretCount = { key: string; readable: number; unreadable: number }

/** How many secrets each key encrypts, as far as known by the last pass. */
export async function countSecrets(context: Pick<Context, 'pool'>, columns: readonly SealedColumn[]): Promise<SecretCount[]> {
  const counts = new Map<string, SecretCount>()
  await workForAllCustomers(context, async (transaction) => {
    for (const column of columns)
      for (const { keyId, count, unreadable } of await countSecretsByKeyForAllCustomers(transaction, column)) {
        const key = keyId ?? legacyKey
        const before = counts.get(key) ?? { key, readable: 0, unreadable: 0 }
        counts.set(key, { key, readable: before.readable + count - unreadable, unreadable: before.unreadable + unreadable })
      }
  })
  return [...counts.values()]
}
