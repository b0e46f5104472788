import type { Language } from '@vakt/contract/users/session.ts'

export type PhoneChannel = 'sms' | 'voice'

/** In millionths of the currency. */
export type Price = { millionths: number; currency: string }

/** What the provider knows of a message that it took. */
export type Accepted = { providerId: string; parts: number | null; price: Price | null }

/**
 * The result of handing a message or call over. Only `later` and `unavailable` may be tried again without its owner getting it twice;
 * `unavailable` says that the provider as a whole cannot be used for `pauseMs`.
 */
export type PhoneOutcome =
  | ({ kind: 'sent'; reason: ''; answer: string } & Accepted)
  | { kind: 'later' | 'refused' | 'unknown'; reason: string; answer: string }
  | { kind: 'unavailable'; reason: string; answer: string; pauseMs: number }

/** What a provider says later about a message (`delivered`: it is on the phone) or a call (`delivered`: someone answered). */
export type Report = { state: 'accepted' | 'delivered' | 'failed'; reason: string; price: Price | null }

type OutgoingSms = { from: string; to: string; text: string; reportUrl: string }
export type OutgoingCall = OutgoingSms & {
  language: Language
  /** Asks for a key, which is posted to `url`. */
  key: { prompt: string; url: string } | null
}

type CallbackRequest = { url: string; form: URLSearchParams; headers: Record<string, string | string[] | undefined> }
export type CallbackAnswer = { type: string; body: string }

/** A company that sends messages and makes calls. Neither of the two has keys against sending twice. */
export type PhoneProvider = {
  name: '46elks' | 'twilio'
  /** Its API, as shown to staff. */
  host: string
  /** What its voice can read out. */
  languages: readonly Language[]
  /** `begin` runs before the first byte that the provider may act on; when it throws, nothing is handed over. */
  sendSms(message: OutgoingSms, begin: () => Promise<void>): Promise<PhoneOutcome>
  makeCall(call: OutgoingCall, begin: () => Promise<void>): Promise<PhoneOutcome>
  /** After a lost answer: whether the provider has this message all the same. Throws when it cannot be asked. */
  find(channel: PhoneChannel, sent: { to: string; text: string; since: Date }): Promise<Accepted | null>
  /** What became of a message or call that it took. Throws when it cannot be asked. */
  readStatus(channel: PhoneChannel, providerId: string): Promise<Report>
  /** Whether a callback is signed by the provider; true where it does not sign and the secret in the address has to do. */
  isGenuine(request: CallbackRequest): boolean
  /** Null where the callback is not about this. */
  readReport(channel: PhoneChannel, form: URLSearchParams): Promise<Report | null>
  readKey(form: URLSearchParams): string | null
  readReply(form: URLSearchParams): { from: string; text: string } | null
  /** What is said after a pressed key. */
  sayInCall(text: string, language: Language): CallbackAnswer
  /** What is sent back to who wrote an SMS; null: nothing. */
  answerReply(text: string | null): CallbackAnswer
}
