import type { TicketDetails } from '@vakt/contract/ticket-details.ts'
import { ExternalLink } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, type RefObject } from 'react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { timeLeftTexts } from '#web/links/time-left.texts.ts'
import { TimeLeft } from '#web/links/time-left.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { EditableFact } from '#web/ui/editable-fact.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PriorityMark, SeverityMark } from '#web/ui/severity-mark.tsx'
import type { FactEditorProps } from './fact-editors.tsx'
import { areaTexts } from './ticket-areas.texts.ts'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import { TicketLinks } from './ticket-links.tsx'
import styles from './tickets.module.css'
import { ticketTexts } from './tickets.texts.ts'

const loadEditors = () => import('./fact-editors.tsx')
const editorNamed = (name: Exclude<keyof Awaited<ReturnType<typeof loadEditors>>, 'FactEditorProps'>) =>
  lazy(() => loadEditors().then((module) => ({ default: module[name] as ComponentType<FactEditorProps> })))
const editors = {
  priority: editorNamed('PriorityEditor'),
  assignee: editorNamed('AssigneeEditor'),
  group: editorNamed('GroupEditor'),
  requester: editorNamed('RequesterEditor'),
  entity: editorNamed('EntityEditor'),
  type: editorNamed('TypeEditor'),
  tags: editorNamed('TagsEditor'),
  external: editorNamed('ExternalEditor'),
}

export type FactTriggers = Record<'priority' | 'assignee', RefObject<HTMLButtonElement | null>>

type TicketFactsProps = {
  customerId: string
  ticket: TicketDetails
  /** Nobody changes what is closed, or what they may only read; some of it is the provider's alone. */
  mayChange: 'nothing' | 'some' | 'all'
  triggers: FactTriggers
}

const isWebAddress = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:'

export function TicketFacts({ customerId, ticket, mayChange, triggers }: TicketFactsProps) {
  const words = useTexts(ticketDetailsTexts)
  const types = useTexts(ticketTexts)
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
        onIntent={() => void loadEditors().catch(() => {})}
        trigger={name === 'priority' || name === 'assignee' ? triggers[name] : undefined}
        editor={(close) => <Editor customerId={customerId} ticket={ticket} onDone={close} />}
      >
        {value ?? dim(empty)}
      </EditableFact>
    )
  }
  return (
    <Facts>
      <Fact label={words.status}>
        <StatusBadge status={ticket.status} />
      </Fact>
      {fact('priority', 'some', words.priority, <PriorityMark priority={ticket.priority} />)}
      {ticket.serviceLevels.map((level) => (
        <Fact key={level.clock} label={clocks[level.clock]}>
          <TimeLeft level={level} withClock={false} />
        </Fact>
      ))}
      {fact('assignee', 'all', words.assignee, ticket.assignee ?? dim(words.nobody))}
      {fact('group', 'all', words.group, ticket.assigneeGroup)}
      {fact('entity', 'some', words.entity, ticket.entity ? <EntityLink customerId={customerId} entity={ticket.entity} /> : null)}
      <Fact label={words.incident}>{ticket.incident ? <IncidentState incident={ticket.incident} /> : null}</Fact>
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
          {ticket.requester.name}
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

function IncidentState({ incident }: { incident: NonNullable<TicketDetails['incident']> }) {
  const words = useTexts(ticketDetailsTexts)
  if (incident.state === 'resolved') {
    return (
      <>
        <SeverityMark level="good" label={words.incidentResolved} />{' '}
        {incident.resolvedAt ? <RelativeTime iso={incident.resolvedAt} /> : null}
        <span className={styles.below}>{words.nothingFires}</span>
      </>
    )
  }
  return (
    <>
      <SeverityMark level={incident.severity} /> · {incident.state === 'open' ? words.incidentOpen : words.incidentAcknowledged}
      <span className={styles.below}>{words.stillFires}</span>
    </>
  )
}
