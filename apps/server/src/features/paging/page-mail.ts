import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { Message } from '#server/features/deliveries/message.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import type { Recipient } from '#server/features/deliveries/recipients.ts'
import type { LockedEscalation } from './escalation-table.ts'
import { pageMailTexts } from './page-mail.texts.ts'

type Paged = LockedEscalation & { policy: { name: string | null; steps: readonly { minutes: number }[]; repeats: number } }
type PageMail = Message & { conversation: string }

function headOf(paged: Paged, { language, timeZone }: Recipient) {
  const { severity, customerName, entityName, openedAt, incidentId } = paged
  const words = pageMailTexts[language]
  const title = incidentTitle(paged, language)
  const facts: [string, string][] = [
    [words.customer, customerName],
    [words.severity, words.severities[severity]],
    ...(entityName ? [[words.resource, entityName] as [string, string]] : []),
    [words.opened, formatMoment(openedAt.toISOString(), { language, timeZone })],
  ]
  return { words, facts, title, what: `${words.severities[severity]}: ${title}`, conversation: `incident-${incidentId}` }
}

/** The mail that pages one person; `url` acknowledges, after a question. */
export function pageMailOf(
  escalation: Paged,
  { person, position, url, origin }: { person: Recipient; position: { round: number; step: number }; url: string; origin: string },
): PageMail {
  const { words, facts, title, what, conversation } = headOf(escalation, person)
  const { steps, repeats } = escalation.policy
  const { round, step } = position
  const isLast = step + 1 === steps.length && round === repeats
  return {
    subject: words.subject(what),
    isAnswerable: false,
    conversation,
    blocks: () => [
      { type: 'headline', text: words.headline, over: escalation.customerName },
      { type: 'title', text: title },
      { type: 'facts', facts: [...facts, [words.step, words.stepOf(step + 1, steps.length, round + 1)]] },
      { type: 'notice', text: isLast ? words.last : words.next(steps[step]?.minutes ?? 0) },
      { type: 'button', text: words.acknowledge, url },
      { type: 'links', links: [{ text: words.open, url: incidentUrl(origin, escalation) }] },
    ],
  }
}

/** What all staff get when a page went out although service windows could not be checked. */
export function uncheckedMailOf(escalation: Paged, person: Recipient, origin: string): PageMail {
  const { words, facts, title, what, conversation } = headOf(escalation, person)
  return {
    subject: words.uncheckedSubject(what),
    isAnswerable: false,
    conversation,
    blocks: () => [
      { type: 'headline', text: words.uncheckedHeadline, over: escalation.customerName },
      { type: 'title', text: title },
      { type: 'notice', text: words.unchecked },
      { type: 'facts', facts },
      { type: 'button', text: words.open, url: incidentUrl(origin, escalation) },
    ],
  }
}

/** What all staff get when no one answered. */
export function unansweredMailOf(escalation: Paged, person: Recipient, origin: string): PageMail {
  const { words, facts, title, what, conversation } = headOf(escalation, person)
  const { name } = escalation.policy
  return {
    subject: words.unansweredSubject(what),
    isAnswerable: false,
    conversation,
    blocks: () => [
      { type: 'headline', text: words.unansweredHeadline, over: escalation.customerName },
      { type: 'title', text: title },
      { type: 'notice', text: name === null ? words.noPolicy : words.unanswered(name) },
      { type: 'facts', facts },
      { type: 'button', text: words.open, url: incidentUrl(origin, escalation) },
    ],
  }
}
