import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { DemoPerson } from './demo-people.ts'

/** One thing that happened on a ticket. A null `by` is Vakt itself. Times in milliseconds. */
export type TicketStep = {
  at: number
  by: DemoPerson | null
  text?: string
  systemText?: string
  isPrivate?: boolean
  status?: TicketStatus
  assignee?: string
  /** What the text said at first. */
  before?: string
  /** Registered with it: the minutes, and on what. */
  time?: readonly [minutes: number, note: string]
  /** Names of files among the demo content. */
  files?: readonly string[]
}

export type TicketDraft = {
  customerId: string
  createdAt: number
  subject: string
  description: string
  type: 'request' | 'change' | 'incident'
  area: string
  priority: number
  assigneeGroup: string | null
  tags: string[]
  entityId: string | null
  incidentId: string | null
  alertRule: string | null
  metricName: string | null
  /** Null when monitoring opened it. */
  /** Null where monitoring opened it, which `openedBy` names. */
  requester: DemoPerson | null
  openedBy?: string
  files: readonly string[]
  steps: TicketStep[]
}

/** A step of a ticket that has its number. */
export type StepOfTicket = { draft: TicketDraft; ticketId: string; step: TicketStep }

const minutesUntilEdit = 9

const lastOf = <T>(values: (T | undefined)[]): T | undefined => values.findLast((value) => value !== undefined)

export function ticketRowOf(draft: TicketDraft): Record<string, unknown> {
  const { steps, requester, priority } = draft
  return {
    customer_id: draft.customerId,
    // Given here because a row from JSON carries no defaults.
    temp_id: crypto.randomUUID(),
    subject: draft.subject,
    description: draft.description,
    type: draft.type,
    area: draft.area,
    status: lastOf(steps.map(({ status }) => status)) ?? 'new',
    impact: priority,
    urgency: priority,
    priority,
    assignee: lastOf(steps.map(({ assignee }) => assignee)) ?? null,
    assignee_group: draft.assigneeGroup,
    tags: draft.tags,
    entity_id: draft.entityId,
    incident_id: draft.incidentId,
    alert_rule: draft.alertRule,
    metric_name: draft.metricName,
    requester_name: requester?.name ?? draft.openedBy ?? 'Vakt',
    requester_email: requester?.email ?? null,
    source: requester ? 'person' : 'monitoring',
    touched_by_person: requester !== null || steps.some(({ by }) => by !== null),
    version: 1,
    created_at: new Date(draft.createdAt),
    modified_at: new Date(Math.max(draft.createdAt, ...steps.map(({ at }) => at))),
  }
}

export const authorOf = (by: DemoPerson | null) =>
  by
    ? { author_type: 'user', author_id: by.id, author_name: by.name }
    : { author_type: 'system', author_id: 'incidents', author_name: 'Vakt' }

export const commentRowOf = ({ draft, ticketId, step }: StepOfTicket): Record<string, unknown> => ({
  customer_id: draft.customerId,
  ticket_id: ticketId,
  ...authorOf(step.by),
  body: step.text,
  system_text: step.systemText ?? null,
  private: step.isPrivate ?? false,
  by_staff: step.by?.isStaff ?? false,
  mentions: [],
  version: step.before === undefined ? 1 : 2,
  edited_at: step.before === undefined ? null : new Date(step.at + minutesUntilEdit * 60_000),
  created_at: new Date(step.at),
})

export const commentVersionRowOf = ({
  draft,
  ticketId,
  step,
  commentId,
}: StepOfTicket & { commentId: string }): Record<string, unknown> => ({
  customer_id: draft.customerId,
  ticket_id: ticketId,
  comment_id: commentId,
  version: 1,
  body: step.before,
  written_at: new Date(step.at),
})

export function changeRowsOf(draft: TicketDraft, ticketId: string): Record<string, unknown>[] {
  const current: Record<'status' | 'assignee', string | null> = { status: 'new', assignee: null }
  return draft.steps.flatMap((step) =>
    (['assignee', 'status'] as const).flatMap((field) => {
      const [before, after] = [current[field], step[field]]
      if (after === undefined || after === before) return []
      current[field] = after
      return [
        {
          customer_id: draft.customerId,
          ticket_id: ticketId,
          at: new Date(step.at),
          ...authorOf(step.by),
          field,
          before,
          after,
          private: false,
        },
      ]
    }),
  )
}
