import { type Context, nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { insertTopicOfToken, readTopicOfToken, readTopics, type SourceTopic, writeAllowed, writeConfirmed } from './source-topic-table.ts'

export type { SourceTopic }

type OfToken = { tokenId: string; topicArn: string }

/** The topic of Amazon SNS at the source of a token. */
export const findTopic = (transaction: Transaction, customerId: string, of: OfToken): Promise<SourceTopic | undefined> =>
  readTopicOfToken(transaction, customerId, of)

/** Remembers that a topic wants to send to the source of a token, until staff allow it. */
export const askTopic = (
  transaction: Transaction,
  customerId: string,
  asking: OfToken & { signalId: string | null; now: Date },
): Promise<void> => insertTopicOfToken(transaction, customerId, asking)

export const confirmTopic = (transaction: Transaction, customerId: string, confirmed: OfToken & { now: Date }): Promise<void> =>
  writeConfirmed(transaction, customerId, confirmed)

export const listTopics = (transaction: Transaction, customerId: string, sourceId: string): Promise<SourceTopic[]> =>
  readTopics(transaction, customerId, sourceId)

/** From now on signals of the topic are read, and its subscription is confirmed. */
export async function allowTopic(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { sourceId, name, topicArn }: { sourceId: string; name: string; topicArn: string },
): Promise<void> {
  await writeAllowed(transaction, customerId, { sourceId, topicArn, allowedBy: nameOfActor(context.actor), now: context.now })
  await recordAction(transaction, context, customerId, {
    action: 'monitoring-source.allow-topic',
    target: sourceId,
    details: { name, topicArn },
  })
}
