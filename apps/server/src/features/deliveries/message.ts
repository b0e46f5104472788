import type { DeliveryChannel } from '@vakt/contract/deliveries/deliveries.ts'
import type { Branding } from '#server/platform/branding/branding-table.ts'
import type { MailAddress } from '#server/platform/mail/mail-settings.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import type { NumberProblem } from '#server/platform/phone/read-number.ts'
import type { DeliveryAttachment } from './delivery-table.ts'
import type { Recipient } from './recipients.ts'

/** A part of a message; each channel renders it in its own form. */
export type Block =
  /** `over`: null is the name of the product. */
  | { type: 'headline'; text: string; over: string | null }
  | { type: 'title' | 'text' | 'notice'; text: string }
  | { type: 'written'; text: string; sayPicture: (name: string) => string }
  | { type: 'facts'; facts: [string, string][] }
  | { type: 'links'; links: { text: string; url: string }[] }
  | { type: 'button'; text: string; url: string }

/** What an SMS or a call says; a function of the name of the installation where it names who sends it. */
export type ShortText = string | ((brand: string) => string)

/** What a message says, on whichever channel; `isAnswerable`: the footer of a mail tells the reader to answer in the ticket. */
export type Message = {
  subject: string
  isAnswerable?: boolean
  blocks(): Block[]
  /** What an SMS or a call says in place of the blocks. */
  short?: ShortText
}

/** Where a message goes. */
export type Address = {
  channel: DeliveryChannel
  /** A mail address, a number, the name of a device, the host of a chat. */
  address: string
  /** The device, or the channel of a chat. */
  destinationId?: string
}

/** Messages of kinds that come in storms: so many within this time to an address, urgent ones up to the second number; what comes then is one summary. */
export type Digest = { kinds: readonly string[]; minutes: number; usual: number; urgent: number }

/** A message before it is rendered: one over the cap of its address may never be. */
export type PlannedMessage = Message & {
  recipient: Recipient
  /** Absent: the mail address of the recipient. */
  to?: Address
  customerId: string
  /** Stands above what is posted to a chat. */
  customerName?: string
  ticketId?: string | null
  incidentId?: string | null
  /** At most one message per event and recipient, or channel of a chat. */
  eventId?: string
  /** Chosen by the caller, who finds the delivery again by it. Planned again with the same one, it stays one message. */
  deliveryId?: string
  kind: string
  private?: boolean
  /** Quiet hours do not hold it. Those that are about no event never are. */
  isUrgent?: boolean
  digest?: Digest
  /** It goes to an address that was chosen for it, or is about the recipient alone: they get it until they are disabled, whatever they may see. */
  isAddressed?: boolean
  /** Held until then, for a summary. */
  heldUntil?: Date
  attachment?: DeliveryAttachment
  /** The same for all mails of a conversation, `ticket-7`. */
  conversation?: string
}

/** How messages are made; without a mail server, or a provider of SMS and calls, they are kept for the outbox page. */
export type DeliverySettings = {
  origin: string
  from: MailAddress
  isSending: boolean
  phone?: PhoneSettings | undefined
  /** How mails look; absent: as those of Vakt. */
  branding?: Branding
}

/** Why nothing can be sent to an address. */
export type AddressProblem = NumberProblem | 'language_not_spoken' | 'no_address'

/** `held_back`: over the cap of the address, or in quiet hours, and part of a summary later. */
export type PlanOutcome = 'planned' | 'held_back' | AddressProblem

/** What an SMS or a call says, with nothing else to it. */
export function shortMessage(short: ShortText): Message {
  const text = shortTextOf(short, undefined)
  return { subject: text, short, blocks: () => [{ type: 'text', text }] }
}

/** The text of an SMS or a call, with the name that the provider has given the installation. */
export const shortTextOf = (short: ShortText, branding: Pick<Branding, 'name'> | undefined): string =>
  typeof short === 'string' ? short : short(branding?.name || 'Vakt')

/** A recipient of whom only the address is known. */
export const withoutAccount = (
  recipient: Omit<Recipient, 'userId' | 'email' | 'timeZone'> & Partial<Pick<Recipient, 'email' | 'timeZone'>>,
): Recipient => ({ userId: null, email: null, timeZone: 'UTC', ...recipient })
