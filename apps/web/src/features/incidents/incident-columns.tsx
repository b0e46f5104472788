import { lazy, Suspense } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownerOf, useCustomerColumn } from '#web/shared/customers/list-scope.tsx'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { WindowOfIncident } from '#web/shared/service-windows/held-by.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { CellEditor } from '#web/ui/table/cell-editor.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import type { IncidentRow } from './incident-list-queries.ts'
import { incidentTexts } from './incidents.texts.ts'
import { OpenDuration, useDuration } from './open-duration.tsx'

const AssigneeOfRow = lazy(() => import('./incident-row-assignee.tsx').then((module) => ({ default: module.AssigneeOfRow })))

/** `isAll`: of all customers, each row says whose it is. */
export function useIncidentColumns(customerId: string, mayHandle: boolean, isAll: boolean): Column<IncidentRow>[] {
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const duration = useDuration()
  const titleOf = useIncidentTitle()
  const staff = isStaff(useSession())
  const customer = useCustomerColumn<IncidentRow>(isAll)
  // Over all customers titles need its room; since when is beside it.
  const openFor: Column<IncidentRow> = {
    key: 'duration',
    label: words.duration,
    width: '8rem',
    phone: 'hidden',
    yields: true,
    cell: ({ openedAt, resolvedAt }) => (resolvedAt ? duration(openedAt, Date.parse(resolvedAt)) : <OpenDuration iso={openedAt} />),
  }
  return [
    {
      key: 'severity',
      label: words.severity,
      width: '7rem',
      phone: 'second',
      cell: ({ severity, state }) => <SeverityMark level={severity} quiet={state === 'resolved'} />,
    },
    {
      key: 'incident',
      label: words.incident,
      phone: 'first',
      wraps: true,
      cell: (incident) => (
        <PlainLink href={incidentPath(ownerOf(incident, customerId), incident.incidentId)} data-row-link title={titleOf(incident)}>
          <bdi>{titleOf(incident)}</bdi>
        </PlainLink>
      ),
    },
    ...customer,
    {
      key: 'entity',
      label: words.entity,
      width: '14%',
      phone: 'hidden',
      cell: ({ entity, ...row }) => (entity ? <EntityLink customerId={ownerOf(row, customerId)} entity={entity} /> : words.unmatched),
    },
    {
      key: 'state',
      label: words.state,
      width: '8rem',
      phone: 'second',
      wraps: true,
      cell: (incident) => (
        <>
          {words[incident.state]}
          {incident.heldBy || incident.raisedBy ? (
            <small>
              <br />
              <WindowOfIncident customerId={ownerOf(incident, customerId)} incident={incident} />
            </small>
          ) : null}
        </>
      ),
    },
    {
      key: 'assignee',
      label: words.assignee,
      width: '9rem',
      phone: 'hidden',
      yields: true,
      cell: (incident) =>
        mayHandle && incident.state !== 'resolved' && (staff || !incident.ticketId) ? (
          <CellEditor
            label={words.assignOf(titleOf(incident))}
            editor={(close) => (
              <Suspense>
                <AssigneeOfRow customerId={ownerOf(incident, customerId)} incident={incident} onDone={close} />
              </Suspense>
            )}
          >
            {incident.assignee?.name ?? '–'}
          </CellEditor>
        ) : (
          (incident.assignee?.name ?? null)
        ),
    },
    {
      key: 'ticket',
      label: words.ticket,
      width: '6rem',
      phone: 'hidden',
      yields: true,
      cell: ({ ticketId, ...row }) => (ticketId ? <TicketLink customerId={ownerOf(row, customerId)} ticketId={ticketId} /> : null),
    },
    ...(isAll ? [] : [openFor]),
    { key: 'since', label: words.opened, width: '9.5rem', phone: 'first', cell: ({ openedAt }) => <RelativeTime iso={openedAt} /> },
  ]
}
