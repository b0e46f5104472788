import { randomUUID } from 'node:crypto'
import type { ChatDestination, ChatDestinationChange, NewChatDestination } from '@vakt/contract/deliveries/chat-destinations.ts'
import type { ChatService } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { type ChatAddressProblem, findChatAddressProblem } from '@vakt/domain/messages/chat-message.ts'
import type { Pool } from 'pg'
import type { ChatSettings } from '#server/features/deliveries/chat-channel.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import { findUrlProblem, type UrlProblem } from '#server/platform/outgoing/public-address.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  type ChatDestinationRow,
  deleteChatDestination,
  insertChatDestination,
  lockChatDestinations,
  readChatDestinations,
  readChatTarget,
  updateChatDestination,
} from './chat-destination-table.ts'
import { toChat } from './find-chats.ts'

/** `worker` writes test messages. */
export type ChatParts = ChatSettings & { worker: Pool; from: MailAddress }

const maxPerCustomer = 20

const problemTexts: Record<UrlProblem | ChatAddressProblem, string> = {
  not_a_url: 'This is not an address. Paste the whole address, which begins with https://.',
  not_https: 'The address must begin with https://.',
  has_credentials: 'The address must not carry a user name or password.',
  port: 'This port belongs to another protocol.',
  private_address: 'This address leads into a private network.',
  office_connector: 'Microsoft has retired these connectors. Create a workflow in the Teams channel instead, and paste its address.',
  not_teams: 'This is not the address of a workflow of Teams.',
  not_slack: 'This is not the address of an incoming webhook of Slack.',
  query_cut: 'The address is cut off: copy all of it, also what follows the question mark.',
}

/** Answers the host, all that is shown of it. Where inner addresses may be called, other hosts may stand in for those of the services. */
function readAddress(service: ChatService, address: string, { allowPrivate }: ChatSettings): string {
  const problem = findUrlProblem(address, { allowPrivate }) ?? (allowPrivate ? null : findChatAddressProblem(service, new URL(address)))
  if (problem) throw Invalid.field('address', problemTexts[problem], `chat.address_${problem}`)
  return new URL(address).hostname
}

const seal = ({ secrets }: ChatSettings, destinationId: string, address: string, host: string) => ({
  destinationId,
  sealedAddress: secrets.seal(destinationId, Buffer.from(address)),
  host,
})

const present = ({ createdAt, ...destination }: ChatDestinationRow): ChatDestination => ({
  ...destination,
  createdAt: createdAt.toISOString(),
})

async function find(transaction: Transaction, customerId: string, id: string): Promise<ChatDestination> {
  const [found] = await readChatDestinations(transaction, customerId, readUuid(id))
  if (!found) throw new NotFound()
  return present(found)
}

/** All of them: a customer has few. */
export async function listChatDestinations(context: Context, customerId: string): Promise<Listing<ChatDestination>> {
  const rows = await inTransaction(context, customerId, (transaction) => readChatDestinations(transaction, customerId))
  return nextPage(rows.map(present), maxPerCustomer, ({ destinationId }) => [destinationId])
}

export async function createChatDestination(
  context: Context,
  customerId: string,
  { address, ...wanted }: NewChatDestination,
  settings: ChatSettings,
): Promise<ChatDestination> {
  const host = readAddress(wanted.service, address, settings)
  const destinationId = randomUUID()
  return inTransaction(context, customerId, async (transaction) => {
    await lockChatDestinations(transaction, customerId)
    if ((await readChatDestinations(transaction, customerId)).length >= maxPerCustomer)
      throw Conflict.field('', `There are ${maxPerCustomer} channels already. Remove one first.`, 'chat.too_many')
    await insertChatDestination(transaction, customerId, {
      ...wanted,
      ...seal(settings, destinationId, address, host),
      now: context.now,
    })
    await recordAction(transaction, context, customerId, {
      action: 'chat-destination.create',
      target: destinationId,
      details: { service: wanted.service, name: wanted.name, host, kinds: wanted.kinds },
    })
    return find(transaction, customerId, destinationId)
  })
}

export async function changeChatDestination(
  context: Context,
  customerId: string,
  id: string,
  { address, version, ...wanted }: ChatDestinationChange,
  settings: ChatSettings,
): Promise<ChatDestination> {
  return inTransaction(context, customerId, async (transaction) => {
    await lockChatDestinations(transaction, customerId)
    const before = await find(transaction, customerId, id)
    if (before.version !== version)
      throw Conflict.field('', 'Someone else changed this channel. Close the panel and open it again.', 'chat.changed_meanwhile')
    const { destinationId, service } = before
    const host = address && readAddress(service, address, settings)
    const sealed = address ? seal(settings, destinationId, address, host) : null
    await updateChatDestination(transaction, customerId, destinationId, { ...wanted, sealed })
    await recordAction(transaction, context, customerId, {
      action: 'chat-destination.change',
      target: destinationId,
      details: { ...wanted, ...(host && { host }) },
    })
    return find(transaction, customerId, destinationId)
  })
}

export async function removeChatDestination(context: Context, customerId: string, id: string): Promise<undefined> {
  const destinationId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    if (!(await deleteChatDestination(transaction, customerId, destinationId))) throw new NotFound()
  })
}

const words: Record<Language, { subject: string; text: string }> = {
  en: { subject: 'Test message', text: 'Notices reach this channel. Nothing needs to be done.' },
  sv: { subject: 'Testmeddelande', text: 'Meddelanden når den här kanalen. Ingen behöver göra något.' },
}

/** Posts a real message, in the way of all others: its outcome is found in the outbox. */
export async function testChatDestination(
  context: Context,
  customerId: string,
  id: string,
  { worker, from }: ChatParts,
): Promise<{ deliveryId: string }> {
  const { destinationId } = await inTransaction(context, customerId, (transaction) => find(transaction, customerId, id))
  const deliveryId = randomUUID()
  await workForAllCustomers({ pool: worker }, async (transaction) => {
    await waitForPlanningLock(transaction)
    const target = await readChatTarget(transaction, customerId, destinationId)
    if (!target) throw new NotFound()
    const { subject, text } = words[target.language]
    const message = {
      ...toChat(target),
      deliveryId,
      kind: 'channel_test',
      isAddressed: true,
      subject,
      blocks: () => [{ type: 'text' as const, text }],
    }
    await planMessage(transaction, message, { from }, context.now)
    await recordAction(transaction, context, customerId, { action: 'chat-destination.test', target: destinationId })
    await keepAnswer(transaction, context, customerId, { deliveryId })
  })
  return { deliveryId }
}
