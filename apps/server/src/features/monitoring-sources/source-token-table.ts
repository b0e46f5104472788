import type { IngestFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type NewToken = {
  sourceId: string
  name: string
  isProvider: boolean
  hash: Buffer
  ending: string
  formats: IngestFormat[] | null
  expiresAt: Date | null
  now: Date
}

export async function insertSourceToken(transaction: Transaction, customerId: string, token: NewToken): Promise<void> {
  const { sourceId, name, isProvider, hash, ending, formats, expiresAt, now } = token
  await transaction.query(
    `insert into ingest_token (customer_id, source_id, is_provider, name, token_hash, ending, formats, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [customerId, sourceId, isProvider, name, hash, ending, formats, expiresAt, now],
  )
}

/** The formats of all tokens of a source, and when the newest of them expires. */
export async function updateSourceTokens(
  transaction: Transaction,
  customerId: string,
  { sourceId, formats, expiresAt }: { sourceId: string; formats: IngestFormat[] | null; expiresAt: Date | null },
): Promise<void> {
  await transaction.query(
    `update ingest_token set formats = $3, expires_at = case when token_id = (
         select token_id from ingest_token n where n.source_id = $2 order by n.created_at desc, n.token_id limit 1
       ) then $4 else expires_at end
     where customer_id = $1 and source_id = $2`,
    [customerId, sourceId, formats, expiresAt],
  )
}

/** Of the tokens of a source, the newest works until `until`, unless it ends earlier by itself; those before it end now. */
export async function endTokensAt(
  transaction: Transaction,
  customerId: string,
  { sourceId, until, now }: { sourceId: string; until: Date; now: Date },
): Promise<void> {
  await transaction.query(
    `with newest as (
       select token_id from ingest_token where source_id = $2 and revoked_at is null order by created_at desc, token_id limit 1
     )
     update ingest_token set
       expires_at = case when token_id in (select token_id from newest) then least(coalesce(expires_at, $3), $3) else expires_at end,
       revoked_at = case when token_id in (select token_id from newest) and $3 > $4 then null else $4 end
     where customer_id = $1 and source_id = $2 and revoked_at is null`,
    [customerId, sourceId, until, now],
  )
}

/** Ends all but the newest. Returns how many there were. */
export async function revokeReplacedTokens(transaction: Transaction, customerId: string, sourceId: string, now: Date): Promise<number> {
  const { rowCount } = await transaction.query(
    `update ingest_token set revoked_at = $3
     where customer_id = $1 and source_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3) and token_id <> (
       select token_id from ingest_token n where n.source_id = $2 order by n.created_at desc, n.token_id limit 1)`,
    [customerId, sourceId, now],
  )
  return rowCount ?? 0
}

export async function revokeSourceTokens(transaction: Transaction, customerId: string, sourceId: string, now: Date): Promise<void> {
  await transaction.query('update ingest_token set revoked_at = $3 where customer_id = $1 and source_id = $2 and revoked_at is null', [
    customerId,
    sourceId,
    now,
  ])
}

/** Only those that were revoked together with the source, at `revokedAt`. */
export async function restoreSourceTokens(transaction: Transaction, customerId: string, sourceId: string, revokedAt: Date): Promise<void> {
  await transaction.query('update ingest_token set revoked_at = null where customer_id = $1 and source_id = $2 and revoked_at = $3', [
    customerId,
    sourceId,
    revokedAt,
  ])
}

/** Where a signal comes from, as far as reading it depends on that. */
export type Sender = { sourceId: string; mapping: SignalMapping | null }

export async function readSenders(
  transaction: Transaction,
  customerId: string,
  tokenIds: string[],
): Promise<(Sender & { tokenId: string })[]> {
  const { rows } = await transaction.query<Sender & { tokenId: string }>({
    name: 'read-senders',
    text: `select t.token_id as "tokenId", t.source_id as "sourceId",
             (select mapping from source_mapping m where m.customer_id = $1 and m.source_id = t.source_id order by version desc limit 1) as mapping
           from ingest_token t where t.customer_id = $1 and t.token_id = any ($2)`,
    values: [customerId, tokenIds],
  })
  return rows
}
