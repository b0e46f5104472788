import type { IncidentEventKind, OnCallNoticeKind, WindowNoticeKind } from '@vakt/contract/notifications/notifications.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { TicketEventKind } from '@vakt/contract/tickets/ticket-events.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertEvents } from './event-table.ts'

/**
 * What can be noted, by what it is about: the kinds and the details that are kept with them. Who may see it, who is notified and what
 * webhooks get says the topic of the same name in `roles/event-catalogue.ts`.
 */
export type EventTypes = {
  ticket: {
    kind: TicketEventKind
    details: {
      /** The comment that it is about, or that explains it; for a mention in the description none. */
      commentId?: string | undefined
      /** Of a status. */
      before?: string
      after?: string
      /** Of a service level. */
      target?: 'first_response' | 'next_update' | 'resolution'
      dueAt?: string
    }
  }
  incident: {
    kind: IncidentEventKind | 'reminded' | 'raised'
    details: {
      severity?: Severity
      /** Of `raised`: the service window that ended, and the incidents that opened and got worse by that. Its subject is one of them. */
      window?: { serviceWindowId: string; reason: string; informedUserIds: string[] }
      opened?: string[]
      escalated?: string[]
    }
  }
  webhook: { kind: 'switched_off'; details: Record<string, never> }
  on_call: {
    kind: OnCallNoticeKind
    details: {
      schedule: string
      startsAt: string
      /** Null: a gap without an end in sight. */
      endsAt: string | null
      /** Of a swap: whose shift it is, who is asked, and what was written with it. */
      asker?: string
      asked?: string
      note?: string
      /** Of gaps: how many besides the first. */
      more?: number
    }
  }
  customer: {
    kind: 'erasing_soon'
    details: { name: string; erasesAt: string; days: number }
  }
  cloudops: {
    kind: 'ended' | 'resumed' | 'unpriced'
    /** What it was before as the version before says; `since`: when the resource was found to be gone, or back. */
    details: { name: string; reason: string; since: string }
  }
  service_window: {
    kind: WindowNoticeKind
    details: {
      startsAt?: string
      endsAt?: string
      /** It is not approved yet. */
      isWaiting?: boolean
      /** Why it was refused. */
      why?: string
      /** What it held in all, and what happened to that. */
      held?: number
      raised?: number
      recovered?: number
    }
  }
}
export type TopicName = keyof EventTypes

export type NewEvent = {
  [Topic in TopicName]: {
    topic: Topic
    kind: EventTypes[Topic]['kind']
    /** The id of the ticket, incident, webhook, service window, swap, schedule, customer or resource. */
    subjectId: string
    /** Only the provider's staff may see it. */
    private?: boolean
    /** Users who are notified even if they follow nothing of it, such as those mentioned. */
    namedUserIds?: string[]
    details?: EventTypes[Topic]['details']
  }
}[TopicName]

/** Writes events to the log, in the transaction of what happened. They are dispatched after the commit, by what holds then. */
export async function noteEvent(
  transaction: Transaction,
  { customerId, actor, now }: { customerId: string; actor: Actor; now: Date },
  ...events: NewEvent[]
): Promise<void> {
  if (events.length > 0) await insertEvents(transaction, customerId, { actor, now, events })
}
