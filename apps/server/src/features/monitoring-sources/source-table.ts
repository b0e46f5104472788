import type { IngestFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SourceFacts } from '@vakt/domain/source-state.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type TokenRow = {
  tokenId: string
  ending: string | null
  createdAt: string
  expiresAt: string | null
  lastSignalAt: string | null
}

export type SourceRow = SourceFacts & {
  sourceId: string
  customer: { customerId: string; name: string; isProvider: boolean }
  name: string
  formats: IngestFormat[] | null
  firstSignalAt: Date | null
  signals: number
  signalsLastDay: number
  /** Those that were not revoked, the newest first. Times as PostgreSQL writes them in JSON. */
  tokens: TokenRow[]
  checks: { hasGrafanaSecret: boolean; googleAudience: string | null; googleEmail: string | null; acceptsRawSns: boolean }
  createdAt: Date
  createdBy: string | null
  version: number
}

/** What `stateOf` wants to know; `t` is the newest token of the source. */
export const factColumns = `s.expected_minutes as "expectedMinutes", s.heartbeat_name as "heartbeatName", s.watched_since as "watchedSince",
  s.last_signal_at as "lastSignalAt", s.last_heartbeat_at as "lastHeartbeatAt", s.silent_since as "silentSince",
  t.expires_at as "expiresAt", s.revoked_at as "revokedAt"`

export const withNewestToken = `monitoring_source s
  left join lateral (
    select formats, is_provider, expires_at from ingest_token n where n.source_id = s.source_id order by n.created_at desc, n.token_id limit 1
  ) t on true`

const columns = `s.source_id as "sourceId", json_build_object('customerId', c.customer_id, 'name', c.name, 'isProvider', c.is_provider) as customer,
  s.name, t.formats, ${factColumns}, s.first_signal_at as "firstSignalAt", s.signal_count::float8 as signals,
  (select coalesce(sum(h.signals), 0)::int from monitoring_source_hour h
   where h.source_id = s.source_id and h.hour > $1::timestamptz - interval '1 day') as "signalsLastDay",
  (select coalesce(json_agg(json_build_object('tokenId', k.token_id, 'ending', k.ending, 'createdAt', k.created_at, 'expiresAt', k.expires_at,
     'lastSignalAt', k.last_signal_at) order by k.created_at desc, k.token_id), '[]')
   from ingest_token k where k.source_id = s.source_id and k.revoked_at is null) as tokens,
  json_build_object('hasGrafanaSecret', s.sealed_grafana_secret is not null, 'googleAudience', s.google_audience,
    'googleEmail', s.google_email, 'acceptsRawSns', s.accepts_raw_sns) as checks,
  s.created_at as "createdAt", s.created_by as "createdBy", s.version`

const selected = `select ${columns} from ${withNewestToken} join customer c on c.customer_id = s.customer_id`

export type SourceFilter = { q?: string | undefined; customerId?: string | undefined; revoked?: boolean | undefined }
type Paging = { after: readonly string[] | null; limit: number; now: Date }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readSourcePageForAllCustomers(
  transaction: Transaction,
  { q, customerId, revoked = false }: SourceFilter,
  { after, limit, now }: Paging,
): Promise<SourceRow[]> {
  const { rows } = await transaction.query<SourceRow>(
    `${selected}
     where (s.revoked_at is not null) = $2 and ($3::text is null or s.customer_id = $3)
       and ($4::text is null or strpos(lower(s.name), lower($4)) > 0 or strpos(lower(c.name), lower($4)) > 0)
       and ($5::text is null or (s.name, s.source_id) > ($5, $6::uuid))
     order by s.name, s.source_id limit $7`,
    [now, revoked, customerId || null, q?.trim() || null, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** As `readSourcePageForAllCustomers`, of one customer and without the revoked ones. */
export async function readSourcePage(transaction: Transaction, customerId: string, { after, limit, now }: Paging): Promise<SourceRow[]> {
  const { rows } = await transaction.query<SourceRow>(
    `${selected} where s.customer_id = $2 and s.revoked_at is null and ($3::text is null or (s.name, s.source_id) > ($3, $4::uuid))
     order by s.name, s.source_id limit $5`,
    [now, customerId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

export async function readSource(
  transaction: Transaction,
  customerId: string,
  sourceId: string,
  now: Date,
): Promise<SourceRow | undefined> {
  const { rows } = await transaction.query<SourceRow>(`${selected} where s.customer_id = $2 and s.source_id = $3`, [
    now,
    customerId,
    sourceId,
  ])
  return rows[0]
}

/** No one else changes the source until the transaction ends. */
export async function lockSource(transaction: Transaction, customerId: string, sourceId: string): Promise<void> {
  await transaction.query('select from monitoring_source where customer_id = $1 and source_id = $2 for update', [customerId, sourceId])
}

/** How many were not revoked. */
export async function countSources(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from monitoring_source where customer_id = $1 and revoked_at is null',
    [customerId],
  )
  return rows[0]?.count ?? 0
}

type Written = { sourceId: string; name: string; expectedMinutes: number | null; heartbeatName: string | null; now: Date }

export async function insertSource(transaction: Transaction, customerId: string, source: Written & { createdBy: string }): Promise<void> {
  const { sourceId, name, expectedMinutes, heartbeatName, createdBy, now } = source
  await transaction.query(
    `insert into monitoring_source (customer_id, source_id, name, expected_minutes, heartbeat_name, created_by, created_at, watched_since)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [customerId, sourceId, name, expectedMinutes, heartbeatName, createdBy, now],
  )
}

/** What is newly expected of it counts from now. */
export async function updateSource(transaction: Transaction, customerId: string, source: Written): Promise<void> {
  const { sourceId, name, expectedMinutes, heartbeatName, now } = source
  await transaction.query(
    `update monitoring_source set name = $3, expected_minutes = $4, heartbeat_name = $5, version = version + 1,
       watched_since = case when (expected_minutes, heartbeat_name) is distinct from ($4::int, $5::text) then $6 else watched_since end
     where customer_id = $1 and source_id = $2`,
    [customerId, sourceId, name, expectedMinutes, heartbeatName, now],
  )
}

/** `revokedAt` null takes a revocation back; silence counts from `now` then. */
export async function writeRevoked(
  transaction: Transaction,
  customerId: string,
  { sourceId, revokedAt, now }: { sourceId: string; revokedAt: Date | null; now: Date },
): Promise<void> {
  await transaction.query(
    'update monitoring_source set revoked_at = $3, watched_since = $4, version = version + 1 where customer_id = $1 and source_id = $2',
    [customerId, sourceId, revokedAt, now],
  )
}

export type SourceHealthRow = SourceFacts & {
  sourceId: string
  customer: { customerId: string; name: string }
  name: string
  createdAt: Date
}

/** Those in use, of one customer or of all. */
export async function readSourceHealthForAllCustomers(transaction: Transaction, customerId: string | null): Promise<SourceHealthRow[]> {
  const { rows } = await transaction.query<SourceHealthRow>(
    `select s.source_id as "sourceId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, s.name,
       s.created_at as "createdAt", ${factColumns}
     from ${withNewestToken} join customer c on c.customer_id = s.customer_id
     where s.revoked_at is null and ($1::text is null or s.customer_id = $1)`,
    [customerId],
  )
  return rows
}
