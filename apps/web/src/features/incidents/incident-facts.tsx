import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { lazy, Suspense, useRef } from 'react'
import { useActorName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { EditableFact } from '#web/ui/display/editable-fact.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { AssigneeEditor } from './incident-handling.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { incidentTexts } from './incidents.texts.ts'

const AssignToMe = lazy(() => import('./assign-to-me.tsx').then((module) => ({ default: module.AssignToMe })))
const OnCallFact = lazy(() => import('#web/shared/on-call/on-call-now.tsx').then((module) => ({ default: module.OnCallFact })))

type FactsProps = { customerId: string; incident: IncidentDetails; mayHandle: boolean }

export function IncidentFacts({ customerId, incident, mayHandle }: FactsProps) {
  const actorName = useActorName()
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts), ...useTexts(incidentPageTexts) }
  const format = useFormat()
  const byStaff = isStaff(useSession())
  const assigneeTrigger = useRef<HTMLButtonElement>(null)
  useShortcuts({ a: () => (assigneeTrigger.current ? assigneeTrigger.current.click() : false) })
  const assignee = incident.assignee?.name ?? <span className={styles.dim}>{words.unassigned}</span>
  return (
    <Facts>
      <Fact label={words.resource}>
        {incident.entity ? (
          <EntityLink customerId={customerId} entity={incident.entity} />
        ) : (
          <span className={styles.dim}>{words.unmatched}</span>
        )}
      </Fact>
      {mayHandle && (byStaff || !incident.ticket) ? (
        <EditableFact
          label={words.assignee}
          changeLabel={words.change}
          keywords="assign to me tilldela mig"
          trigger={assigneeTrigger}
          editor={(close) => <AssigneeEditor customerId={customerId} incident={incident} onDone={close} />}
        >
          {assignee}{' '}
          {incident.assignee ? null : (
            <Suspense>
              <AssignToMe customerId={customerId} incident={incident} />
            </Suspense>
          )}
        </EditableFact>
      ) : (
        <Fact label={words.assignee}>{assignee}</Fact>
      )}
      <Suspense>{incident.state === 'resolved' ? null : <OnCallFact customerId={customerId} />}</Suspense>
      {incident.acknowledged ? (
        <Fact label={words.acknowledged}>
          <ClockTime iso={incident.acknowledged.at} /> <span className={styles.dim}>{words.by(incident.acknowledged.by)}</span>
        </Fact>
      ) : null}
      <Fact label={words.ticket}>
        {incident.ticket ? (
          <>
            <TicketLink customerId={customerId} ticketId={incident.ticket.ticketId} /> <StatusBadge status={incident.ticket.status} />
          </>
        ) : (
          <span className={styles.dim}>{words.noTicket}</span>
        )}
      </Fact>
      <Fact label={words.rule}>{incident.rule}</Fact>
      <Fact label={words.opened}>{format.exact(incident.openedAt)}</Fact>
      <Fact label={words.changed}>
        <RelativeTime iso={incident.changedAt} />
      </Fact>
      <Fact label={words.resolvedAt}>
        {incident.resolvedAt ? (
          <>
            {format.exact(incident.resolvedAt)}{' '}
            <span className={styles.dim}>{incident.resolvedBy ? words.by(actorName(incident.resolvedBy)) : words.byItself}</span>
          </>
        ) : null}
      </Fact>
    </Facts>
  )
}
