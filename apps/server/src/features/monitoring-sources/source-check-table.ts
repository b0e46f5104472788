import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SealedColumn } from '#server/platform/keys/sealed-column-table.ts'

/** What a sender must prove beside its token. */
export type SenderChecks = {
  sourceId: string
  sealedGrafanaSecret: Buffer | null
  google: { audience: string; email: string } | null
  acceptsRawSns: boolean
}

export const sourceSecretColumn: Omit<SealedColumn, 'box'> = {
  table: 'monitoring_source',
  id: 'source_id',
  column: 'sealed_grafana_secret',
}

/** Of the source of a token. */
export async function readSenderChecks(transaction: Transaction, customerId: string, tokenId: string): Promise<SenderChecks | undefined> {
  const { rows } = await transaction.query<SenderChecks>({
    name: 'read-sender-checks',
    text: `select s.source_id as "sourceId", s.sealed_grafana_secret as "sealedGrafanaSecret", s.accepts_raw_sns as "acceptsRawSns",
             case when s.google_audience is not null then json_build_object('audience', s.google_audience, 'email', s.google_email) end as google
           from ingest_token t join monitoring_source s on s.customer_id = $1 and s.source_id = t.source_id
           where t.customer_id = $1 and t.token_id = $2`,
    values: [customerId, tokenId],
  })
  return rows[0]
}

type Written = { googleAudience: string | null; googleEmail: string | null; acceptsRawSns: boolean }

/** `sealedGrafanaSecret` undefined leaves the secret as it is. */
export async function writeSourceChecks(
  transaction: Transaction,
  customerId: string,
  sourceId: string,
  checks: Written & { sealedGrafanaSecret: Buffer | null | undefined },
): Promise<void> {
  const { sealedGrafanaSecret, googleAudience, googleEmail, acceptsRawSns } = checks
  await transaction.query(
    `update monitoring_source set google_audience = $3, google_email = $4, accepts_raw_sns = $5, version = version + 1,
       sealed_grafana_secret = case when $6 then $7 else sealed_grafana_secret end
     where customer_id = $1 and source_id = $2`,
    [customerId, sourceId, googleAudience, googleEmail, acceptsRawSns, sealedGrafanaSecret !== undefined, sealedGrafanaSecret ?? null],
  )
}
