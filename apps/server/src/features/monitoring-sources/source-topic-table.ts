import type { Transaction } from '#server/platform/database/transaction.ts'

export type SourceTopic = { topicArn: string; askedAt: Date; allowedAt: Date | null; confirmedAt: Date | null }

const columns = 'topic_arn as "topicArn", asked_at as "askedAt", allowed_at as "allowedAt", confirmed_at as "confirmedAt"'
const sourceOfToken = '(select source_id from ingest_token where customer_id = $1 and token_id = $2)'

type OfToken = { tokenId: string; topicArn: string }

export async function readTopicOfToken(
  transaction: Transaction,
  customerId: string,
  { tokenId, topicArn }: OfToken,
): Promise<SourceTopic | undefined> {
  const { rows } = await transaction.query<SourceTopic>(
    `select ${columns} from source_topic where customer_id = $1 and source_id = ${sourceOfToken} and topic_arn = $3`,
    [customerId, tokenId, topicArn],
  )
  return rows[0]
}

export async function insertTopicOfToken(
  transaction: Transaction,
  customerId: string,
  { tokenId, topicArn, signalId, now }: OfToken & { signalId: string | null; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into source_topic (customer_id, source_id, topic_arn, asked_at, signal_id)
     select $1, source_id, $3, $5, $4 from ingest_token where customer_id = $1 and token_id = $2
     on conflict (source_id, topic_arn) do update set signal_id = coalesce(excluded.signal_id, source_topic.signal_id)`,
    [customerId, tokenId, topicArn, signalId, now],
  )
}

export async function writeConfirmed(
  transaction: Transaction,
  customerId: string,
  { tokenId, topicArn, now }: OfToken & { now: Date },
): Promise<void> {
  await transaction.query(
    `update source_topic set confirmed_at = $4 where customer_id = $1 and source_id = ${sourceOfToken} and topic_arn = $3`,
    [customerId, tokenId, topicArn, now],
  )
}

export async function readTopics(transaction: Transaction, customerId: string, sourceId: string): Promise<SourceTopic[]> {
  const { rows } = await transaction.query<SourceTopic>(
    `select ${columns} from source_topic where customer_id = $1 and source_id = $2 order by asked_at desc, topic_arn limit 50`,
    [customerId, sourceId],
  )
  return rows
}

export async function writeAllowed(
  transaction: Transaction,
  customerId: string,
  { sourceId, topicArn, allowedBy, now }: { sourceId: string; topicArn: string; allowedBy: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into source_topic (customer_id, source_id, topic_arn, asked_at, allowed_at, allowed_by) values ($1, $2, $3, $4, $4, $5)
     on conflict (source_id, topic_arn) do update set allowed_at = excluded.allowed_at, allowed_by = excluded.allowed_by`,
    [customerId, sourceId, topicArn, now, allowedBy],
  )
}
