import { formatMoment } from '@vakt/domain/format-moment.ts'
import { ownShiftsUrl, schedulesUrl } from '#server/features/deliveries/portal-links.ts'
import type { MailReader } from '#server/features/deliveries/render-mail.ts'
import type { TopicMail } from '#server/features/events/event-topic.ts'
import { onCallMailTexts } from './on-call-mail.texts.ts'
import type { OnCallEvent } from './on-call-topic.ts'

/** The mail about a swap of shifts or a gap, in the language and the time zone of its reader. */
export function onCallMailOf({ kind, subjectId, details, customerName }: OnCallEvent, reader: MailReader): TopicMail {
  const { language, timeZone, origin } = reader
  const words = onCallMailTexts[language]
  const { schedule, startsAt, endsAt, asker = '', asked = '', note = '', more = 0 } = details
  const when = (moment: string) => formatMoment(moment, { language, timeZone })
  const isGap = kind === 'gap'
  const facts: [string, string][] = [
    [words.schedule, schedule],
    [words.from, when(startsAt)],
    [words.to, endsAt === null ? words.noEnd : when(endsAt)],
    ...(note ? [[words.note, note] as [string, string]] : []),
  ]
  return {
    kind: 'on_call',
    subject: words.subject[kind](isGap ? schedule : asker, asked),
    isAnswerable: false,
    conversation: `on-call-${subjectId}`,
    blocks: () => [
      { type: 'headline', text: words.headline[kind], over: customerName },
      { type: 'text', text: words.text[kind](asker, asked) },
      { type: 'facts', facts },
      ...(more > 0 ? [{ type: 'text' as const, text: words.moreGaps(more) }] : []),
      isGap
        ? { type: 'button', text: words.openSchedules, url: schedulesUrl(origin) }
        : { type: 'button', text: words.openShifts, url: ownShiftsUrl(origin) },
    ],
  }
}
