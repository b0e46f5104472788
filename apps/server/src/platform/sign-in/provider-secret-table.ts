import type pg from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** `secret` is what a release without `SECRET_KEY` stored in plain; empty where `sealed` is set. */
export type ProviderSecret = { name: string; secret: unknown; sealed: Buffer | null }

export async function readProviderSecret(pool: pg.Pool, name: string): Promise<ProviderSecret | undefined> {
  const { rows } = await pool.query<ProviderSecret>('select name, secret, sealed from oidc_secret where name = $1', [name])
  return rows[0]
}

/** Nothing happens when another process has replaced it already. */
export async function replaceProviderSecret(pool: pg.Pool, name: string, before: Buffer, sealed: Buffer): Promise<void> {
  await pool.query('update oidc_secret set sealed = $3 where name = $1 and sealed = $2', [name, before, sealed])
}

/** Keeps the one that is there. */
export async function insertProviderSecret(pool: pg.Pool, name: string, sealed: Buffer): Promise<void> {
  await pool.query("insert into oidc_secret (name, secret, sealed) values ($1, '{}', $2) on conflict (name) do nothing", [name, sealed])
}

/** What is stored in plain, as the worker sees it. */
export async function readPlainProviderSecrets(worker: Transaction): Promise<ProviderSecret[]> {
  const { rows } = await worker.query<ProviderSecret>('select name, secret, sealed from oidc_secret where sealed is null')
  return rows
}

export async function sealProviderSecret(worker: Transaction, name: string, sealed: Buffer): Promise<void> {
  await worker.query("update oidc_secret set sealed = $2, secret = '{}' where name = $1 and sealed is null", [name, sealed])
}
