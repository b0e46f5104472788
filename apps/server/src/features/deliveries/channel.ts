import type { DeliveryChannel } from '@vakt/contract/deliveries.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import type { MailAttachment } from '#server/platform/mail/compose-mail.ts'
import type { ClaimedDelivery } from './delivery-table.ts'
import type { TakenByProvider } from './phone-delivery-table.ts'

/**
 * The result of handing one delivery over. Only `later` and `unavailable` may be tried again without the recipient getting it twice;
 * `unavailable` says that the channel itself is out of order, so that no attempt counts.
 */
export type HandOver =
  | { kind: 'sent' | 'later' | 'refused' | 'unknown'; reason: string; answer: string; taken?: TakenByProvider }
  | { kind: 'unavailable'; reason: string; answer: string; pauseMs: number }

/** One way to reach a recipient: mail, SMS, a call, a chat. A further one is another implementation and a name in `deliveryQueueNames`. */
export type Channel = {
  name: DeliveryChannel
  /** How many hand-overs run at once; see `Queue`. `leaseSeconds` is longer than the longest of them. */
  limits: Pick<Queue, 'slots' | 'room' | 'maxPerCustomer' | 'maxPerKey' | 'leaseSeconds'>
  /**
   * Hands one delivery over. `begin` must run before the first byte that the other side may act on; from then on a hand-over that is cut
   * off is `unknown`. When `begin` throws, nothing may be handed over.
   */
  send(delivery: ClaimedDelivery & { attachments: MailAttachment[] }, begin: () => Promise<void>): Promise<HandOver>
}
