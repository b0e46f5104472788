import { useQuery } from '@tanstack/react-query'
import { type Alert, getAlert, listAlerts } from '@vakt/contract/alerts/alerts.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AlertTrail } from '#web/shared/alerts/alert-trail.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { occurrencesOf } from './alert-occurrences.ts'
import styles from './incident-why.module.css'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

type IncidentWhyProps = { customerId: string; incidentId: string }

/** The alerts of the incident that opened the ticket, live, each with the trail of its current occurrence. */
export function IncidentWhy({ customerId, incidentId }: IncidentWhyProps) {
  const words = useTexts(ticketDetailsTexts)
  const { data, isError } = useQuery({
    queryKey: ['alerts', customerId, 'of-incident', incidentId],
    queryFn: ({ signal }) => call(listAlerts, { params: { customerId }, query: { incidentId, limit: 20 }, signal }),
  })
  if (isError) return <p className={styles.dim}>{words.whyFailed}</p>
  if (data?.result.length === 0) return <p className={styles.dim}>{words.whyNothing}</p>
  return (
    <ul className={styles.alerts}>
      {data?.result.map((alert) => (
        <li key={alert.alertId}>
          <OneAlert customerId={customerId} incidentId={incidentId} alert={alert} />
        </li>
      ))}
    </ul>
  )
}

function OneAlert({ customerId, incidentId, alert }: IncidentWhyProps & { alert: Alert }) {
  const words = useTexts(ticketDetailsTexts)
  const { data } = useQuery({
    queryKey: ['alerts', customerId, 'one', alert.alertId],
    queryFn: ({ signal }) => call(getAlert, { params: { customerId, alertId: alert.alertId }, signal }),
  })
  const { current, earlier } = occurrencesOf(data?.trail ?? [], incidentId)
  return (
    <section className={styles.trail} aria-label={words.whyAlert(alert.name)}>
      <p className={styles.summary}>
        <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />
        <span className={styles.name}>{alert.name}</span>
        <span className={styles.dim}>
          {alert.state === 'firing' ? words.firing : words.over} · <RelativeTime iso={alert.endedAt ?? alert.startedAt} />
        </span>
      </p>
      {current ? <AlertTrail customerId={customerId} trail={current.entries} /> : null}
      {earlier.length > 0 ? (
        <details className={styles.earlier}>
          <summary>{words.earlierOccurrences(earlier.length)}</summary>
          {earlier.toReversed().map(({ startedAt, entries }) => (
            <AlertTrail key={startedAt} customerId={customerId} trail={entries} />
          ))}
        </details>
      ) : null}
    </section>
  )
}
