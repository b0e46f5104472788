import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AlertDetails } from '@vakt/contract/alerts/alerts.ts'
import { ArrowDown, ArrowUp, Check, ExternalLink } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AlertTrail } from '#web/shared/alerts/alert-trail.tsx'
import { readKeyInAll } from '#web/shared/customers/key-in-all.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ReadableName } from '#web/shared/entities/readable-name.tsx'
import { useAlertDescription } from '#web/shared/incidents/incident-words.ts'
import { HeldBy } from '#web/shared/service-windows/held-by.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { CreateTicketLink } from '#web/shared/tickets/create-ticket-link.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelTool, SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { occurrencesOf } from './alert-occurrences.ts'
import styles from './alert-panel.module.css'
import { alertQuery } from './alert-queries.ts'
import { AlertStateMark } from './alert-state-mark.tsx'
import { alertTexts } from './alerts.texts.ts'
import { safeSourceUrl } from './safe-source-url.ts'
import { useAcknowledge } from './use-acknowledge.ts'

const HeldByFailed = lazy(() => import('#web/shared/service-windows/end-failed.tsx').then((module) => ({ default: module.HeldByFailed })))

type AlertPanelProps = {
  customerId: string
  /** Of the alert, as the address has it. */
  openKey: string | undefined
  /** The keys of the rows of the list, in their order. */
  keys: string[]
  onClose: () => void
  onStep: (key: string) => void
}

function alertOf(key: string, shownCustomerId: string) {
  const { customerId, rowId: alertId } = readKeyInAll(key, shownCustomerId)
  return { customerId, alertId }
}

/** An alert's details beside the list; the arrows beside the closing button go to the alerts before and after it. */
export function AlertPanel({ customerId, openKey, keys, onClose, onStep }: AlertPanelProps) {
  const words = useTexts(alertTexts)
  const index = openKey === undefined ? -1 : keys.indexOf(openKey)
  const [before, after] = index < 0 ? [] : [keys[index - 1], keys[index + 1]]
  return (
    <SidePanel
      isBeside
      label={words.details}
      isOpen={openKey !== undefined}
      onClose={onClose}
      tools={
        <>
          <PanelTool label={words.previous} disabled={!before} onClick={() => before && onStep(before)}>
            <ArrowUp size={18} aria-hidden="true" />
          </PanelTool>
          <PanelTool label={words.next} disabled={!after} onClick={() => after && onStep(after)}>
            <ArrowDown size={18} aria-hidden="true" />
          </PanelTool>
        </>
      }
    >
      {openKey ? <AlertContent key={openKey} {...alertOf(openKey, customerId)} /> : null}
    </SidePanel>
  )
}

function AlertContent({ customerId, alertId }: { customerId: string; alertId: string }) {
  const words = useTexts(alertTexts)
  const query = useQuery(alertQuery(customerId, alertId))
  if (query.data) return <AlertStory customerId={customerId} alert={query.data} />
  if (query.isPending) return <DetailSkeleton />
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState title={words.notFound} text={words.notFoundText} />
  return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
}

function AlertStory({ customerId, alert }: { customerId: string; alert: AlertDetails }) {
  const words = useTexts(alertTexts)
  const format = useFormat()
  const describe = useAlertDescription()
  const sourceUrl = safeSourceUrl(alert.sourceUrl)
  return (
    <div className={styles.story}>
      <div className={styles.marks}>
        <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />
        <AlertStateMark state={alert.state} />
      </div>
      <h2 className={styles.title}>{alert.name}</h2>
      {alert.description ? <p className={styles.description}>{describe(alert)}</p> : null}
      {alert.heldBy ? (
        <p className={styles.held}>
          {alert.heldBy.hasFailed ? (
            <Suspense>
              <HeldByFailed customerId={customerId} heldBy={alert.heldBy} />
            </Suspense>
          ) : (
            <HeldBy customerId={customerId} heldBy={alert.heldBy} />
          )}
        </p>
      ) : null}
      <AlertActions customerId={customerId} alert={alert} />
      <Facts>
        <Fact label={words.entity}>
          {alert.entity ? (
            <EntityLink customerId={customerId} entity={alert.entity} />
          ) : (
            <>
              {alert.targetName} <span className={styles.dim}>{words.unmatched}</span>
            </>
          )}
        </Fact>
        <Fact label={words.incident}>
          {alert.incidentId ? (
            <Link
              className={styles.linkInText}
              to="/incidents/$customerId/$incidentId"
              params={{ customerId, incidentId: alert.incidentId }}
            >
              {words.openIncident}
            </Link>
          ) : null}
          {alert.handling ? <span className={styles.dim}> {words.handledBy(alert.handling)}</span> : null}
        </Fact>
        <Fact label={words.ticket}>
          {alert.ticketId ? (
            <TicketLink customerId={customerId} ticketId={alert.ticketId} />
          ) : alert.heldBy ? null : (
            <span className={styles.dim}>{words.noTicket}</span>
          )}
        </Fact>
        <Fact label={words.started}>
          <RelativeTime iso={alert.startedAt} /> <span className={styles.dim}>{format.exact(alert.startedAt)}</span>
        </Fact>
        <Fact label={words.ended}>
          {alert.endedAt ? (
            <>
              <RelativeTime iso={alert.endedAt} /> <span className={styles.dim}>{format.exact(alert.endedAt)}</span>
            </>
          ) : null}
        </Fact>
        <Fact label={words.lastSeen}>
          <RelativeTime iso={alert.lastSeenAt} />
        </Fact>
        <Fact label={words.count}>{format.number(alert.count)}</Fact>
        <Fact label={words.metric}>{alert.metricName}</Fact>
        <Fact label={words.source}>
          <span className={styles.gap}>
            <ReadableName of="source" value={alert.source} />
          </span>
          {sourceUrl ? (
            <a className={styles.source} href={sourceUrl} target="_blank" rel="noopener noreferrer">
              {words.openAtSource} <ExternalLink size={13} aria-hidden="true" />
            </a>
          ) : null}
        </Fact>
      </Facts>
      <h3 className={styles.heading}>{words.why}</h3>
      <Occurrences customerId={customerId} alertId={alert.alertId} trail={alert.trail} />
      <Labels labels={alert.labels} />
    </div>
  )
}

/** What to do about it: acknowledge its incident, and create a ticket where there is none. */
function AlertActions({ customerId, alert }: { customerId: string; alert: AlertDetails }) {
  const words = useTexts(alertTexts)
  const { can } = useShownCustomer()
  const acknowledge = useAcknowledge(customerId)
  const { incidentId, handling } = alert
  const mayAcknowledge = can(['@feature.tickets.write']) && incidentId && handling?.state === 'open'
  if (!mayAcknowledge && alert.ticketId) return null
  return (
    <div className={styles.actions}>
      {mayAcknowledge ? (
        <Button
          loading={acknowledge.isPending}
          leftSection={<Check size={16} aria-hidden="true" />}
          onClick={() =>
            acknowledge.mutate(
              { incidentId, version: handling.version },
              { onSuccess: () => showToast(words.acknowledged, 'success'), onError: failureToast(words.notAcknowledged) },
            )
          }
        >
          {words.acknowledge}
        </Button>
      ) : null}
      {alert.ticketId ? null : (
        <CreateTicketLink
          customerId={customerId}
          entityId={alert.entity?.entityId}
          incidentId={incidentId ?? undefined}
          subject={alert.description || alert.name}
        />
      )}
    </div>
  )
}

type OccurrencesProps = { customerId: string; alertId: string; trail: AlertDetails['trail'] }

/** The latest occurrence, its newest step first; those before are folded. */
function Occurrences({ customerId, alertId, trail }: OccurrencesProps) {
  const words = useTexts(alertTexts)
  const [current, ...earlier] = occurrencesOf(trail)
  const [showsEarlier, setShowsEarlier] = useState(false)
  return (
    <>
      <AlertTrail trail={current ?? []} customerId={customerId} alertId={alertId} />
      {earlier.length > 0 ? (
        <button type="button" className={styles.toggle} aria-expanded={showsEarlier} onClick={() => setShowsEarlier(!showsEarlier)}>
          {words.earlier(earlier.length)}
        </button>
      ) : null}
      {showsEarlier
        ? earlier.map((steps) => <AlertTrail key={steps[0]?.at} trail={steps} customerId={customerId} alertId={alertId} />)
        : null}
    </>
  )
}

const labelsShownAtFirst = 12

function Labels({ labels }: { labels: Record<string, string> }) {
  const words = useTexts(alertTexts)
  const [showsAll, setShowsAll] = useState(false)
  const all = Object.entries(labels).sort(([one], [other]) => one.localeCompare(other))
  if (all.length === 0) return null
  return (
    <>
      <h3 className={styles.heading}>{words.labels}</h3>
      <dl className={styles.labels}>
        {(showsAll ? all : all.slice(0, labelsShownAtFirst)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {all.length > labelsShownAtFirst ? (
        <button type="button" className={styles.toggle} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.showLess : `${words.showMore} (${all.length})`}
        </button>
      ) : null}
    </>
  )
}
