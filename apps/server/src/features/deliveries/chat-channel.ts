import { setTimeout } from 'node:timers/promises'
import type { ChatService } from '@vakt/contract/deliveries/delivery-states.ts'
import {
  type ChatMessage,
  chatText,
  fitChatMessage,
  readChatAnswer,
  slackMessage,
  teamsMessage,
} from '@vakt/domain/messages/chat-message.ts'
import { replacePictures } from '@vakt/domain/text-pictures.ts'
import { CannotDecrypt, type SecretBox } from '#server/platform/keys/secret-box.ts'
import { postMessage } from '#server/platform/outgoing/post-message.ts'
import type { Channel, HandOver, Sender } from './channel.ts'
import type { PlannedMessage } from './message.ts'

/** What addresses of chats are encrypted with, and whether inner addresses may be called. */
export type ChatSettings = { secrets: SecretBox; allowPrivate: boolean }

/** Both services take about one message a second for a channel. */
const spaceMs = 1000
const standardPauseMs = 60_000
const longestPauseMs = 3_600_000

const bodyOf: Record<ChatService, (message: ChatMessage) => object> = { teams: teamsMessage, slack: slackMessage }

function openAddress({ secrets }: ChatSettings, destinationId: string, sealed: Buffer): string | null {
  try {
    return secrets.open(destinationId, sealed).toString()
  } catch (error) {
    if (error instanceof CannotDecrypt) return null
    throw error
  }
}

/** Posts to channels of a chat, to each one message a second; one that is throttled pauses as long as the service asks. */
export function createChatSender(name: ChatService, settings: ChatSettings): Sender {
  const nextAt = new Map<string, number>()
  const pausedUntil = new Map<string, number>()

  /** For how many milliseconds nothing is posted there. */
  function pauseOf(destinationId: string): number {
    const left = (pausedUntil.get(destinationId) ?? 0) - performance.now()
    if (left <= 0) pausedUntil.delete(destinationId)
    return Math.max(0, left)
  }

  async function takeTurn(destinationId: string): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, nextAt.get(destinationId) ?? 0)
    for (const [id, time] of nextAt) if (time < now) nextAt.delete(id)
    nextAt.set(destinationId, at + spaceMs)
    if (at > now) await setTimeout(at - now)
  }

  return {
    name,
    limits: { slots: 4, room: (slots) => slots, maxPerCustomer: 2, maxPerKey: 1, leaseSeconds: 120 },
    async send({ destinationId, sealedAddress, text }, begin): Promise<HandOver> {
      if (!destinationId || !sealedAddress) return { kind: 'refused', reason: 'chat_removed', answer: '' }
      const address = openAddress(settings, destinationId, sealedAddress)
      if (!address) return { kind: 'refused', reason: 'secret_unreadable', answer: '' }
      const pauseMs = pauseOf(destinationId)
      if (pauseMs > 0) return { kind: 'unavailable', reason: 'chat_throttled', answer: '', pauseMs }
      await takeTurn(destinationId)
      await begin()
      const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Vakt-Chat/1' }
      const body = JSON.stringify(bodyOf[name](JSON.parse(text)))
      const posted = await postMessage(address, { headers, body, allowPrivate: settings.allowPrivate })
      const { status, reason, hasConnected, retryAfterSeconds } = posted
      // Of the head only its first line: the others may repeat the address.
      const answer = posted.responseHead?.split('\n')[0] ?? reason ?? ''
      const outcome = readChatAnswer(status, hasConnected)
      if (outcome.kind !== 'unavailable') return { ...outcome, kind: outcome.kind, answer }
      const askedMs = Math.min(longestPauseMs, retryAfterSeconds === null ? standardPauseMs : Math.max(1, retryAfterSeconds) * 1000)
      pausedUntil.set(destinationId, performance.now() + askedMs)
      return { kind: 'unavailable', reason: outcome.reason, answer, pauseMs: askedMs }
    },
  }
}

/** The same words as a mail has. */
function messageOf({ subject, blocks, customerName = '' }: PlannedMessage): ChatMessage {
  const message: ChatMessage = { over: customerName, title: subject, texts: [], facts: [], links: [] }
  for (const block of blocks()) {
    if (block.type === 'facts') message.facts.push(...block.facts)
    else if (block.type === 'links') message.links.push(...block.links)
    else if (block.type === 'button') message.links.push({ text: block.text, url: block.url })
    else if (block.type === 'written') message.texts.push(replacePictures(block.text, block.sayPicture))
    else if (block.type === 'headline' || !subject.includes(block.text)) message.texts.push(block.text)
  }
  return fitChatMessage(message)
}

const chatChannel = (service: ChatService): Channel => ({
  addressKind: 'chat',
  queue: `send-${service}`,
  cap: null,
  // Each has the address that its customer gave.
  isSending: () => true,
  render: (message) => ({ subject: message.subject.slice(0, 200), text: JSON.stringify(messageOf(message)) }),
  show: ({ text }) => chatText(JSON.parse(text)),
  open: (settings) => createChatSender(service, settings),
})

export const teamsChannel = chatChannel('teams')
export const slackChannel = chatChannel('slack')
