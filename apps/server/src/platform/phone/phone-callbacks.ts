import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PhoneChannel } from './phone-provider.ts'

/** What a callback is about: how a message or call went, or the key that was pressed in a call. */
export type CallbackKind = PhoneChannel | 'key'

export type PhoneCallbacks = {
  /** Where the provider reports about one delivery. */
  addressOf(kind: CallbackKind, deliveryId: string): string
  isOurs(kind: string, deliveryId: string, given: string): boolean
  /** Where the provider is to post the SMS that it receives; set by hand in its portal. */
  replyAddress: string
  isReplyAddress(given: string): boolean
  /** The public address of a path, as the provider was given it: behind a proxy the request itself does not know it. */
  publicUrl(path: string): string
}

export const callbackPrefix = '/hooks/phone'

/** Each address carries a signature of what it is for, so that one that was seen is of no use for another delivery. */
export function createPhoneCallbacks(origin: string, secret: Buffer): PhoneCallbacks {
  const sign = (what: string) => createHmac('sha256', secret).update(what).digest('base64url')
  const isSigned = (what: string, given: string) => {
    const [expected, seen] = [Buffer.from(sign(what)), Buffer.from(given)]
    return expected.length === seen.length && timingSafeEqual(expected, seen)
  }
  return {
    addressOf: (kind, deliveryId) => `${origin}${callbackPrefix}/${kind}/${deliveryId}/${sign(`${kind} ${deliveryId}`)}`,
    isOurs: (kind, deliveryId, given) => isSigned(`${kind} ${deliveryId}`, given),
    replyAddress: `${origin}${callbackPrefix}/reply/${sign('reply')}`,
    isReplyAddress: (given) => isSigned('reply', given),
    publicUrl: (path) => origin + path,
  }
}
