import { readPushAnswer } from '@vakt/domain/messages/push-answer.ts'
import { postMessage } from '#server/platform/outgoing/post-message.ts'
import { encryptPush } from '#server/platform/push/encrypt-push.ts'
import type { Vapid } from '#server/platform/push/vapid.ts'
import type { Channel, HandOver, Sender } from './channel.ts'

/** Who we are to push services, and whether inner addresses may be called. */
type PushSettings = { vapid: Vapid; allowPrivate: boolean }

/** A page is of no use later. */
const validSeconds = 3600
const standardPauseMs = 60_000
const longestPauseMs = 3_600_000

/** Web push to a device (RFC 8030), encrypted for its browser alone. */
export const createPushSender = ({ vapid, allowPrivate }: PushSettings): Sender => ({
  name: 'push',
  limits: { slots: 4, room: (slots) => slots, maxPerCustomer: 4, maxPerKey: 1, leaseSeconds: 120 },
  async send({ push, text }, begin): Promise<HandOver> {
    if (!push) return { kind: 'refused', reason: 'push_removed', answer: '' }
    const { endpoint, p256dh, auth } = push
    const keys = { p256dh: Buffer.from(p256dh, 'base64'), auth: Buffer.from(auth, 'base64') }
    const body = encryptPush(Buffer.from(text), keys)
    await begin()
    const headers = {
      authorization: vapid.authorize(endpoint, new Date()),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(validSeconds),
      urgency: 'high',
      'user-agent': 'Vakt-Push/1',
    }
    const { status, reason, responseHead, hasConnected, retryAfterSeconds } = await postMessage(endpoint, { headers, body, allowPrivate })
    // Of the head only its first line: others may repeat the address.
    const answer = responseHead?.split('\n')[0] ?? reason ?? ''
    const outcome = readPushAnswer(status, hasConnected)
    if (outcome.kind !== 'unavailable') return { ...outcome, answer }
    const askedMs = retryAfterSeconds === null ? standardPauseMs : retryAfterSeconds * 1000
    return { ...outcome, answer, pauseMs: Math.min(longestPauseMs, Math.max(1000, askedMs)) }
  },
})

const maxHeadline = 200

/** A headline and where it leads, below the origin: neither facts nor a name of the customer. */
export const pushChannel: Channel = {
  addressKind: 'device',
  queue: 'send-push',
  cap: null,
  isSending: () => true,
  render({ subject, blocks, incidentId, deliveryId }, { origin }) {
    const headline = subject.replace(/\s+/g, ' ').slice(0, maxHeadline)
    const path = blocks().flatMap((block) => (block.type === 'button' ? block.url.slice(origin.length) : []))[0] ?? '/'
    return { subject: headline, text: JSON.stringify({ headline, path, tag: incidentId ? `incident ${incidentId}` : deliveryId }) }
  },
  show: ({ subject }) => subject,
  open: createPushSender,
}
