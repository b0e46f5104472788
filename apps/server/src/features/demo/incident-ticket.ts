import { titleWithResource } from '@vakt/domain/alert-title.ts'
import { sourceName } from '@vakt/domain/readable-names/source-names.ts'
import { priorityOf, worstSeverity } from '@vakt/domain/severity.ts'
import { describeEpisode, type IncidentPlan, titleOfEpisode } from './incident-plan.ts'
import type { TicketDraft, TicketStep } from './ticket-draft.ts'

const groupsOfKinds: Record<string, string> = {
  vpn: 'Nätverk',
  firewall: 'Nätverk',
  loadBalancer: 'Nätverk',
  gateway: 'Nätverk',
  sqlDatabase: 'Databas',
  sqlServer: 'Databas',
  postgres: 'Databas',
  cosmos: 'Databas',
  redis: 'Databas',
}

/** No one sits the whole time that something takes. In quarters of an hour. */
const workedFor = (milliseconds: number) => Math.min(8, Math.max(1, Math.round(milliseconds / 1_800_000))) * 15

const noteOf = (solved: string) => solved.split(/(?<=\.)\s/)[0] ?? solved

function stepsOf({ handling, resolvedAt }: IncidentPlan): TicketStep[] {
  const steps: TicketStep[] = []
  if (handling)
    steps.push({ at: handling.takenAt, by: handling.by, text: handling.takenText, status: 'in_progress', assignee: handling.by.name })
  if (handling?.note) steps.push({ at: handling.note.at, by: handling.by, text: handling.note.text })
  if (resolvedAt !== null) {
    steps.push(
      handling
        ? { at: resolvedAt, by: null, text: 'The condition has cleared.', systemText: 'incident_cleared' }
        : {
            at: resolvedAt,
            by: null,
            text: 'The condition has cleared, and the ticket with it.',
            systemText: 'incident_cleared_ticket_resolved',
            status: 'resolved',
          },
    )
  }
  if (handling?.solved) {
    const { at, text } = handling.solved
    steps.push({ at, by: handling.by, text, status: 'resolved', time: [workedFor(at - handling.takenAt), noteOf(text)] })
  }
  return steps
}

/** The ticket that the incident opened, as the intake and the people on duty left it. */
export function draftIncidentTicket(plan: IncidentPlan, incidentId: string): TicketDraft {
  const [first] = plan.episodes
  if (!first) throw new Error('An incident needs an episode.')
  const { entity, rule } = first
  // An escalation raises the priority, and what falls again leaves it.
  const worst = worstSeverity(plan.episodes.flatMap(({ severity, raised }) => [severity, ...(raised ? [raised.severity] : [])]))
  return {
    customerId: plan.customerId,
    createdAt: plan.ticketAt,
    subject: titleWithResource(titleOfEpisode(first), entity?.name ?? null),
    description: describeEpisode(first),
    type: 'incident',
    area: 'infrastructure',
    priority: priorityOf(worst),
    assigneeGroup: plan.handling ? (groupsOfKinds[entity?.kind ?? ''] ?? 'Drift') : null,
    tags: [],
    entityId: entity?.entityId ?? null,
    incidentId,
    alertRule: rule.name,
    metricName: rule.metricName,
    requester: null,
    openedBy: sourceName(rule.source)?.en ?? rule.source,
    files: [],
    steps: stepsOf(plan),
  }
}
