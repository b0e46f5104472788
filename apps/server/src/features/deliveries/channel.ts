import type { DeliveryChannel } from '@vakt/contract/deliveries/deliveries.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import type { MailAttachment } from '#server/platform/mail/compose-mail.ts'
import type { MailSettings } from '#server/platform/mail/mail-settings.ts'
import type { PhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import type { Vapid } from '#server/platform/push/vapid.ts'
import type { ClaimedDelivery } from './delivery-table.ts'
import type { AddressProblem, DeliverySettings, PlannedMessage } from './message.ts'
import type { TakenByProvider } from './phone-delivery-table.ts'

/**
 * The result of handing one delivery over. Only `later` and `unavailable` may be tried again without the recipient getting it twice;
 * `unavailable` says that the channel itself is out of order, so that no attempt counts.
 */
export type HandOver =
  | { kind: 'sent' | 'later' | 'refused' | 'unknown'; reason: string; answer: string; taken?: TakenByProvider }
  | { kind: 'unavailable'; reason: string; answer: string; pauseMs: number }

/** What hands over the deliveries of one channel. */
export type Sender = {
  name: DeliveryChannel
  /** How many hand-overs run at once; see `Queue`. `leaseSeconds` is longer than the longest of them. */
  limits: Pick<Queue, 'slots' | 'room' | 'maxPerCustomer' | 'maxPerKey' | 'leaseSeconds'>
  /**
   * Hands one delivery over. `begin` must run before the first byte that the other side may act on; from then on a hand-over that is cut
   * off is `unknown`. When `begin` throws, nothing may be handed over.
   */
  send(delivery: ClaimedDelivery & { attachments: MailAttachment[]; branding: Branding }, begin: () => Promise<void>): Promise<HandOver>
}

/** What senders are made of. */
type SendingSettings = {
  origin: string
  /** Null: mails are kept. */
  server: MailSettings | null
  phone?: PhoneSettings | undefined
  phoneCallbacks?: PhoneCallbacks | undefined
  /** What the addresses of chats are encrypted with. */
  secrets: SecretBox
  /** Who we are to push services. */
  vapid: Vapid
  /** Whether inner addresses may be called. */
  allowPrivate: boolean
}

/** So many messages an address gets within this time. */
export type Cap = { max: number; minutes: number }

/** The columns that a channel fills of a message. */
type Rendered = { subject?: string; text: string; html?: string }

/** One way to reach a recipient; all of them are in `channels.ts`. Planning, caps, digests, outbox and outcomes are the same for each. */
export type Channel = {
  addressKind: 'mail' | 'phone' | 'device' | 'chat'
  /** The name of its queue, whose rows are deliveries. */
  queue: string
  /** What comes over it is held for a summary. Null: there is none. */
  cap: Cap | null
  /** Answers whether something leaves on it. */
  isSending(settings: Partial<DeliverySettings>): boolean
  /** The address as it is written to; absent: as it is given. */
  readAddress?(
    address: string,
    settings: { language: Language; phone?: PhoneSettings | undefined },
  ): { address: string } | { problem: AddressProblem }
  render(message: PlannedMessage & { deliveryId: string }, settings: DeliverySettings): Rendered
  /** What the outbox shows of what was rendered; absent: its text. */
  show?(rendered: { subject: string; text: string }): string
  /** Null: it is not set up. */
  open(settings: SendingSettings): Sender | null
}
