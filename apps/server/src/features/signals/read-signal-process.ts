import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { answerInChild } from '#server/platform/bounded-child.ts'
import { checkJson, jsonLimits } from './check-json.ts'
import type { ReadingAnswer, ReadingRequest } from './read-large-signal.ts'
import { readAtOnce, type SignalContent, unreadable } from './read-signal.ts'

const portionSize = 250

function portionsOf(events: AlertEvent[]): AlertEvent[][] {
  return Array.from({ length: Math.ceil(events.length / portionSize) }, (_, index) =>
    events.slice(index * portionSize, (index + 1) * portionSize),
  )
}

/** Checks the bounds here as well: a body may have been stored by a release without them. */
function read({ format, body, mapping }: ReadingRequest): SignalContent {
  // It may be a form, which the door holds to 1 MB.
  if (format === 'datadog') return readAtOnce(format, body)
  const json = checkJson(jsonLimits)
  json.push(body)
  const fault = json.end()
  return fault ? unreadable(fault) : readAtOnce(format, body, mapping)
}

answerInChild<ReadingRequest>((request, send) => {
  const answer: (message: ReadingAnswer) => void = send
  const content = read(request)
  if (content.kind !== 'alerts') return answer({ end: content })
  for (const events of portionsOf(content.events)) answer({ events })
  answer({ end: { kind: 'alerts', events: [] } })
})
