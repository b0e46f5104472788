import type { Channels, Reader } from '@vakt/domain/notification-reader.ts'
import type { PlannedMessage } from '#server/features/deliveries/message.ts'
import type { Person, Recipient, Wanted } from '#server/features/deliveries/recipients.ts'
import type { MailReader } from '#server/features/deliveries/render-mail.ts'
import type { NewNotification } from '#server/features/notifications/notify-in-portal.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** An event as it was noted; `topic` and `kind` say what `subjectId` and `details` are. */
export type LoggedEvent = {
  eventId: string
  customerId: string
  customerName: string
  topic: string
  kind: string
  subjectId: string
  at: Date
  private: boolean
  actorType: 'user' | 'system'
  actorName: string
  /** Null when Vakt itself did it. */
  actorUserId: string | null
  namedUserIds: string[]
  details: object
}

/** One recipient of one event. */
export type Notified<Event extends LoggedEvent, To extends Recipient = Recipient> = { recipient: To; event: Event }

/** Who may be concerned by the events of a batch. */
type Audience<Event extends LoggedEvent> = Pick<Wanted, 'chosenKinds' | 'choosesIncidentMail'> & {
  /** Users to consider besides staff, and besides those of the customers who chose such notices. */
  userIds: string[]
  emails?: string[]
  /** Decides who may see the event and who is notified of it; both channels false for others. */
  channelsFor(event: Event, person: Person, reader: Reader): Channels
}

/** What a topic says of a mail; the rest comes from the event. */
export type TopicMail = Omit<PlannedMessage, 'recipient' | 'customerId' | 'eventId' | 'private'>

/** What webhooks that listen for `kind` are sent of an event. */
type WebhookMessage = { kind: string; ticketId: string | null; body: object }

/** An event for webhooks. */
export type WebhookEvent = WebhookMessage & Pick<LoggedEvent, 'eventId' | 'customerId' | 'private'>

/** All that is decided about the events of one feature. */
export type EventTopic<Event extends LoggedEvent = LoggedEvent> = {
  /** Adds what holds now of the subjects; leaves out events whose subject is gone. */
  load(transaction: Transaction, logged: LoggedEvent[]): Promise<Event[]>
  findAudience(transaction: Transaction, events: Event[]): Promise<Audience<Event>>
  /** Of the events that a user is notified of in one batch those worth a message; without it all are. */
  select?(events: Event[]): Event[]
  /** Recipients without an account, who get mails only; `mailed` are the recipients that were found before. */
  findOthers?(events: Event[], mailed: Notified<Event>[]): Notified<Event>[]
  /** Whether quiet hours let its mail through; without it they hold all. */
  isUrgent?(event: Event): boolean
  /** The event as the portal shows it. */
  notificationOf(event: Event): Pick<NewNotification, 'kind' | 'subject'> & Partial<NewNotification>
  /** What channels of chats choose to be posted; without it the kind of the notification. */
  chatKindOf?(event: Event): string
  /** Events of a batch with the same key are one mail to a recipient; without it each is a mail of its own. */
  mailKeyOf?(event: Event): string
  /** The mail about one event, or about several with the same key. */
  mailOf(events: [Event, ...Event[]], reader: MailReader): TopicMail
  /** Absent where webhooks get no events of this topic. */
  webhookMessageOf?(event: Event): WebhookMessage
}
