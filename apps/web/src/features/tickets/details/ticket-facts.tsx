import { overviewAccess } from '@vakt/contract/features.ts'
import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { ExternalLink } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { areaTexts } from '#web/features/tickets/ticket-areas.texts.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useProductName } from '#web/platform/branding.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { incidentPath } from '#web/shared/links/paths.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { PriorityMark, SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { timeLeftTexts } from '#web/shared/tickets/time-left.texts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { EditableFact } from '#web/ui/display/editable-fact.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { FactEditorProps } from './fact-editors.tsx'
import { TicketClock } from './ticket-clock.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { TicketLinks } from './ticket-links.tsx'
import { requesterOf } from './ticket-requester.ts'

const AssignToMe = lazy(() => import('./assign-to-me.tsx').then((module) => ({ default: module.AssignToMe })))
const TicketFollowers = lazy(() => import('./ticket-followers.tsx').then((module) => ({ default: module.TicketFollowers })))

const loadEditors = () => import('./fact-editors.tsx')
const editorNamed = (name: Exclude<keyof Awaited<ReturnType<typeof loadEditors>>, 'FactEditorProps'>) =>
  lazy(() => loadEditors().then((module) => ({ default: module[name] as ComponentType<FactEditorProps> })))
const editors = {
  status: lazy(() => import('./status-editor.tsx').then((module) => ({ default: module.StatusEditor }))),
  priority: editorNamed('PriorityEditor'),
  assignee: editorNamed('AssigneeEditor'),
  group: editorNamed('GroupEditor'),
  requester: editorNamed('RequesterEditor'),
  entity: editorNamed('EntityEditor'),
  type: editorNamed('TypeEditor'),
  tags: editorNamed('TagsEditor'),
  external: editorNamed('ExternalEditor'),
}

/** What people type in the command palette, in both languages. */
const wordsThatFind: Partial<Record<keyof typeof editors, string>> = {
  status: 'resolve resolved close lös löst stäng',
  assignee: 'assign to me tilldela mig',
  priority: 'severity allvarlighetsgrad',
}

export type FactTriggers = Record<'status' | 'priority' | 'assignee', RefObject<HTMLButtonElement | null>>

type TicketFactsProps = {
  customerId: string
  ticket: TicketDetails
  /** No one changes what is closed, or what they may only read; some of it is the provider's alone. */
  mayChange: 'nothing' | 'some' | 'all'
  triggers: FactTriggers
  byStaff: boolean
}

const isWebAddress = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:'

export function TicketFacts({ customerId, ticket, mayChange, triggers, byStaff }: TicketFactsProps) {
  const product = useProductName()
  const words = useTexts(ticketDetailsTexts)
  const types = useTexts(ticketTexts)
  const levels = useTexts(severityTexts)
  const { can } = useShownCustomer()
  const areas: Record<string, string | undefined> = useTexts(areaTexts)
  const clocks = useTexts(timeLeftTexts).clocks
  const external = ticket.externalId ?? ticket.externalUrl
  const dim = (text: string) => <span className={styles.dim}>{text}</span>
  const fact = (name: keyof typeof editors, of: 'some' | 'all', label: string, value: ReactNode, empty = words.none) => {
    const isRefused = (name === 'priority' || name === 'external') && !ticket.mayChange[name]
    if (isRefused || (mayChange !== 'all' && mayChange !== of))
      return (
        <Fact key={name} label={label}>
          {value}
        </Fact>
      )
    const Editor = editors[name]
    return (
      <EditableFact
        key={name}
        label={label}
        changeLabel={words.change(label)}
        keywords={wordsThatFind[name]}
        onIntent={() => void loadEditors().catch(() => {})}
        trigger={name === 'status' || name === 'priority' || name === 'assignee' ? triggers[name] : undefined}
        editor={(close) => <Editor customerId={customerId} ticket={ticket} onDone={close} />}
      >
        {value ?? dim(empty)}
      </EditableFact>
    )
  }
  return (
    <Facts>
      {fact('status', 'some', words.status, <StatusBadge status={ticket.status} />)}
      {fact(
        'priority',
        'some',
        words.priority,
        <>
          <PriorityMark priority={ticket.priority} />
          {ticket.incidentSeverity ? (
            <span className={styles.below}>
              <SeverityMark level={ticket.incidentSeverity} label={words.incidentIs(levels[ticket.incidentSeverity])} />
            </span>
          ) : null}
        </>,
      )}
      {ticket.serviceLevels.map((level) => (
        <Fact key={level.clock} label={clocks[level.clock]}>
          <TicketClock level={level} />
        </Fact>
      ))}
      {fact(
        'assignee',
        'all',
        words.assignee,
        ticket.assignee ?? (
          <>
            {dim(words.nobody)}{' '}
            {mayChange === 'all' ? (
              <Suspense>
                <AssignToMe customerId={customerId} ticket={ticket} />
              </Suspense>
            ) : null}
          </>
        ),
      )}
      {fact('group', 'all', words.group, ticket.assigneeGroup)}
      {fact('entity', 'some', words.entity, ticket.entity ? <EntityLink customerId={customerId} entity={ticket.entity} /> : null)}
      <Fact label={words.incident}>
        {ticket.incident ? <IncidentState customerId={customerId} incident={ticket.incident} isLink={can(overviewAccess)} /> : null}
      </Fact>
      <Fact label={words.alertRule}>{ticket.alertRule}</Fact>
      <Fact label={words.metric}>{ticket.metricName}</Fact>
      {fact(
        'type',
        'all',
        words.type,
        <>
          {types[ticket.type]} <span className={styles.dim}>· {areas[ticket.area] ?? ticket.area}</span>
        </>,
      )}
      {fact(
        'requester',
        'all',
        words.requester,
        <>
          {requesterOf(ticket, product)}
          {ticket.requester.email ? <span className={styles.below}>{ticket.requester.email}</span> : null}
        </>,
      )}
      <Fact label={words.created}>
        <RelativeTime iso={ticket.created} />
      </Fact>
      {fact(
        'external',
        'some',
        words.external,
        external && ticket.externalUrl && isWebAddress(ticket.externalUrl) ? (
          <a className={styles.external} href={ticket.externalUrl} target="_blank" rel="noopener noreferrer">
            {external} <ExternalLink size={13} aria-hidden="true" />
          </a>
        ) : (
          external
        ),
      )}
      {fact('tags', 'some', words.tags, ticket.tags.length > 0 ? <Tags tags={ticket.tags} /> : null)}
      {byStaff ? (
        <Suspense>
          <TicketFollowers customerId={customerId} ticketId={ticket.ticketId} />
        </Suspense>
      ) : null}
      <TicketLinks customerId={customerId} ticket={ticket} mayChange={mayChange !== 'nothing'} />
    </Facts>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}

type IncidentStateProps = { customerId: string; incident: NonNullable<TicketDetails['incident']>; isLink: boolean }

function IncidentState({ customerId, incident, isLink }: IncidentStateProps) {
  const words = useTexts(ticketDetailsTexts)
  const isOver = incident.state === 'resolved'
  const states = { open: words.incidentOpen, acknowledged: words.incidentAcknowledged, resolved: words.incidentResolved }
  const state = (
    <>
      {isOver ? (
        <SeverityMark level="good" label={states.resolved} />
      ) : (
        <>
          <SeverityMark level={incident.severity} /> · {states[incident.state]}
        </>
      )}
    </>
  )
  return (
    <>
      {isLink ? <PlainLink href={incidentPath(customerId, incident.incidentId)}>{state}</PlainLink> : state}{' '}
      {isOver && incident.resolvedAt ? <RelativeTime iso={incident.resolvedAt} /> : null}
      <span className={styles.below}>{isOver ? words.nothingFires : words.stillFires}</span>
    </>
  )
}
