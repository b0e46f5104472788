import { formatMoment } from '@vakt/domain/format-moment.ts'
import { cloudOpsUrl, environmentUrl } from '#server/features/deliveries/portal-links.ts'
import { type MailReader, maxLines, moreBlock } from '#server/features/deliveries/render-mail.ts'
import type { LoggedEvent, TopicMail } from '#server/features/events/event-topic.ts'
import type { EventTypes } from '#server/features/events/note-event.ts'
import { cloudOpsMailTexts } from './cloudops-mail.texts.ts'

export type CloudOpsEvent = LoggedEvent & EventTypes['cloudops']

const kinds = { ended: 'cloudops_ended', resumed: 'cloudops_resumed', unpriced: 'cloudops_unpriced' } as const
export const notifiedKindOf = ({ kind }: CloudOpsEvent): (typeof kinds)[CloudOpsEvent['kind']] => kinds[kind]

/** One mail about all resources of a customer whose service ended or resumed together: which, why, since when, and what to do. */
export function cloudOpsMailOf(events: [CloudOpsEvent, ...CloudOpsEvent[]], { language, timeZone, origin }: MailReader): TopicMail {
  const words = cloudOpsMailTexts[language]
  const [first] = events
  const { kind, customerId, customerName, subjectId } = first
  const reasons = [...new Set(events.map(({ details }) => details.reason))]
  const shown = events.slice(0, maxLines)
  const subject = words.subject[kind](events.length === 1 ? first.details.name : words.resources(events.length))
  return {
    kind: notifiedKindOf(first),
    subject,
    isAnswerable: false,
    blocks: () => [
      { type: 'headline', text: subject, over: customerName },
      { type: 'text', text: words.text[kind] },
      {
        type: 'facts',
        facts: shown.map(({ details }) => [
          details.name,
          words.since(words.why[details.reason] ?? '', formatMoment(details.since, { language, timeZone })),
        ]),
      },
      ...moreBlock(events.length - shown.length, language),
      ...reasons.flatMap((reason) => {
        const text = words.next[reason]
        return text ? [{ type: 'text', text } as const] : []
      }),
      events.length === 1
        ? { type: 'button', text: words.openService, url: cloudOpsUrl(origin, { customerId, entityId: subjectId }) }
        : { type: 'button', text: words.openResources, url: environmentUrl(origin, customerId) },
    ],
  }
}
