import { formatMoment } from '@vakt/domain/format-moment.ts'
import { windowUrl } from '#server/features/deliveries/portal-links.ts'
import type { MailReader } from '#server/features/deliveries/render-mail.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import { windowMailTexts } from './window-mail.texts.ts'
import type { WindowNotice } from './window-topic.ts'

/** The mail about what happens to a window, in the language and the time zone of its reader. */
export function windowMailOf(
  { kind, reason, customerId, customerName, subjectId, actorName, details }: WindowNotice,
  reader: MailReader,
): TopicMail {
  const { language, timeZone, origin } = reader
  const words = windowMailTexts[language]
  const when = (moment: string) => formatMoment(moment, { language, timeZone })
  const fact = (name: string, value: string | undefined): [string, string][] => (value === undefined ? [] : [[name, value]])
  const facts = [
    ...fact(words.customer, customerName),
    ...fact(words.starts, details.startsAt && when(details.startsAt)),
    ...fact(words.ends, details.endsAt && when(details.endsAt)),
    ...fact(words.by, kind === 'cancelled' || kind === 'to_approve' ? actorName : undefined),
    ...fact(words.why, details.why),
  ]
  const { held = 0, raised = 0, recovered = 0 } = details
  const text = kind === 'ended' ? words.outcome(held, raised, recovered) : details.isWaiting ? words.waiting : words.text[kind]
  return {
    kind: 'service_window',
    subject: words.subject[kind](reason),
    isAnswerable: false,
    conversation: `service-window-${subjectId}`,
    blocks: () => [
      { type: 'headline', text: words.headline[kind], over: customerName },
      { type: 'title', text: reason },
      { type: 'text', text },
      { type: 'facts', facts },
      { type: 'button', text: words.open, url: windowUrl(origin, { customerId, serviceWindowId: subjectId }) },
    ],
  }
}
