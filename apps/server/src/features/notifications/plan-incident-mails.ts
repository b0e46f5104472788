import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { isPlainAddress } from '#server/platform/mail/mail-settings.ts'
import type { NotifiedOfIncident } from './notify-of-incidents.ts'
import { insertCapped, newMessageId, type PlannedMail } from './plan-mails.ts'
import { incidentMailSubject, renderIncidentMail, renderSeveralIncidents, severalIncidentsSubject } from './render-incident-mail.ts'
import type { Telling } from './tell-people.ts'

/** No mail bears this id: all mails of an incident refer to it, so that they make one conversation. */
const threadOf = ({ customerId, incidentId }: NotifiedOfIncident['event'], telling: Telling) =>
  `<incident-${incidentId}.${Buffer.from(customerId).toString('hex')}@${telling.from.address.split('@')[1] ?? 'localhost'}>`

/** What happened to several incidents of a customer at once is one mail for each reader. */
const groupKey = ({ person, event, kind }: NotifiedOfIncident) => `${person.userId} ${event.customerId} ${kind}`

function planOne(group: NotifiedOfIncident[], telling: Telling, now: Date): PlannedMail | null {
  const [first] = group
  if (!first || !isPlainAddress(first.person.email)) return null
  const { person, event, kind } = first
  const reader = { language: person.language, timeZone: person.timeZone, origin: telling.origin }
  const events = group.map((one) => one.event)
  const isAlone = group.length === 1
  const deliveryId = randomUUID()
  return {
    envelope: {
      deliveryId,
      customerId: event.customerId,
      ticketId: null,
      incidentId: event.incidentId,
      eventId: event.eventId,
      recipientCustomerId: person.customerId,
      recipientId: person.userId,
      kind,
      private: false,
      address: person.email,
      recipientName: person.name,
      language: person.language,
      subject: isAlone ? incidentMailSubject(event, person.language) : severalIncidentsSubject(events, kind, person.language),
      thread: isAlone ? threadOf(event, telling) : null,
      messageId: newMessageId(telling, deliveryId),
      state: telling.isSending ? 'waiting' : 'kept',
      now,
    },
    render: () => (isAlone ? renderIncidentMail(event, reader) : renderSeveralIncidents(events, kind, reader)),
  }
}

/** Writes the mails that are to be sent, under the same cap per address as those about tickets. */
export async function planIncidentMails(
  transaction: Transaction,
  notified: NotifiedOfIncident[],
  telling: Telling,
  now: Date,
): Promise<void> {
  const groups = [...Map.groupBy(notified, groupKey).values()]
  await insertCapped(
    transaction,
    groups.flatMap((group) => planOne(group, telling, now) ?? []),
    now,
  )
}
