import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { fjallbo, nordan } from './demo-customers.ts'
import type { DemoEntity } from './demo-entity.ts'
import { type DemoPersonKey, demoPeople } from './demo-people.ts'
import { fjallboStories } from './fjallbo-stories.ts'
import { nordanChangeStories } from './nordan-change-stories.ts'
import { nordanEarlierIncidentStories } from './nordan-earlier-incident-stories.ts'
import { nordanIncidentStories } from './nordan-incident-stories.ts'
import { nordanRequestStories } from './nordan-request-stories.ts'
import type { TicketDraft } from './ticket-draft.ts'

type StoryStep = {
  /** Hours after the ticket was opened. */
  after: number
  by: DemoPersonKey
  text: string
  isPrivate?: boolean
  status?: TicketStatus
  before?: string
  time?: readonly [minutes: number, note: string]
  files?: readonly string[]
}

/** A ticket that somebody opened, and what was said about it. */
export type TicketStory = {
  /** Days before today, and the hour of that day in UTC. */
  daysAgo: number
  hour: number
  by: DemoPersonKey
  subject: string
  description: string
  type: TicketDraft['type']
  area: 'infrastructure' | 'security' | 'workplace' | 'database' | 'office 365' | 'other'
  priority?: number
  entity?: string
  tags?: string[]
  group: string
  files?: readonly string[]
  steps: StoryStep[]
}

const hour = 3_600_000
const day = 24 * hour

/** A minute that looks like people rather than like a clock. */
const oddMinutes = (text: string) => ((text.length * 7) % 53) * 60_000

function draftStory(customerId: string, story: TicketStory, entities: readonly DemoEntity[], now: Date): TicketDraft {
  const today = Math.floor(now.getTime() / day) * day
  const onItsDay = today - story.daysAgo * day + story.hour * hour + oddMinutes(story.subject)
  const lastAfter = Math.max(0, ...story.steps.map(({ after }) => after))
  // What is told as of today must not lie ahead, however early in the day the content is made.
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
  const ofNordan = [...nordanRequestStories, ...nordanChangeStories, ...nordanIncidentStories, ...nordanEarlierIncidentStories]
  return [
    ...ofNordan.map((story) => draftStory(nordan, story, entities, now)),
    ...fjallboStories.map((story) => draftStory(fjallbo, story, entities, now)),
  ]
}
