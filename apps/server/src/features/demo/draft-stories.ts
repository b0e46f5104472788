import { oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { ticketStatuses, ticketTypes } from '@vakt/contract/tickets/tickets.ts'
import { fjallbo, nordan } from './demo-customers.ts'
import type { DemoEntity } from './demo-entity.ts'
import { type DemoPersonKey, demoPeople } from './demo-people.ts'
import { readDemoContent } from './read-demo-content.ts'
import type { TicketDraft } from './ticket-draft.ts'

const person = oneOf(Object.keys(demoPeople) as DemoPersonKey[])
const files = Type.Optional(Type.Array(Type.String()))

const StoryStep = Type.Object({
  after: Type.Number({ description: 'Hours after the ticket was opened.' }),
  by: person,
  text: Type.String(),
  isPrivate: Type.Optional(Type.Boolean()),
  status: Type.Optional(oneOf(ticketStatuses)),
  before: Type.Optional(Type.String()),
  time: Type.Optional(Type.Unsafe<readonly [minutes: number, note: string]>(Type.Tuple([Type.Number(), Type.String()]))),
  files,
})

/** A ticket that a person opened, and the replies to it. */
const TicketStory = Type.Object({
  daysAgo: Type.Number({ description: 'Days before today.' }),
  hour: Type.Number({ description: 'The hour of that day in UTC.' }),
  by: person,
  subject: Type.String(),
  description: Type.String(),
  type: oneOf(ticketTypes),
  area: oneOf(['infrastructure', 'security', 'workplace', 'database', 'office 365', 'other']),
  priority: Type.Optional(Type.Number()),
  entity: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  group: Type.String(),
  files,
  steps: Type.Array(StoryStep),
})
type TicketStory = Static<typeof TicketStory>

const hour = 3_600_000
const day = 24 * hour

/** A minute that differs from ticket to ticket, as with people. */
const oddMinutes = (text: string) => ((text.length * 7) % 53) * 60_000

function draftStory(customerId: string, story: TicketStory, entities: readonly DemoEntity[], now: Date): TicketDraft {
  const today = Math.floor(now.getTime() / day) * day
  const onItsDay = today - story.daysAgo * day + story.hour * hour + oddMinutes(story.subject)
  const lastAfter = Math.max(0, ...story.steps.map(({ after }) => after))
  // Content of today must not lie in the future, however early in the day it is made.
  const createdAt = Math.min(onItsDay, now.getTime() - lastAfter * hour - hour)
  const entity = entities.find(({ name, row }) => name === story.entity && row.customer_id === customerId)
  if (story.entity && !entity) throw new Error(`There is no demo entity ${story.entity}.`)
  const firstStaff = story.steps.findIndex(({ by }) => demoPeople[by].isStaff)
  return {
    customerId,
    createdAt,
    subject: story.subject,
    description: story.description,
    type: story.type,
    area: story.area,
    priority: story.priority ?? 4,
    assigneeGroup: story.group,
    tags: story.tags ?? [],
    entityId: entity?.entityId ?? null,
    incidentId: null,
    alertRule: null,
    metricName: null,
    requester: demoPeople[story.by],
    files: story.files ?? [],
    steps: story.steps.map(({ after, by, ...step }, index) => ({
      ...step,
      at: createdAt + after * hour + oddMinutes(step.text) / 4,
      by: demoPeople[by],
      ...(index === firstStaff ? { assignee: demoPeople[by].name } : {}),
    })),
  }
}

/** The tickets that people opened. */
export function draftStories(entities: readonly DemoEntity[], now: Date): TicketDraft[] {
  const draftAll = (customerId: string, name: string) =>
    readDemoContent(name, TicketStory).map((story) => draftStory(customerId, story, entities, now))
  return [...draftAll(nordan, 'nordan-stories'), ...draftAll(fjallbo, 'fjallbo-stories')]
}
