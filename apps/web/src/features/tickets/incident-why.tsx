import { useQuery } from '@tanstack/react-query'
import { type Alert, getAlert, listAlerts } from '@vakt/contract/alerts.ts'
import { useState } from 'react'
import { AlertTrail } from '#web/links/alert-trail.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './incident-why.module.css'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

/** The alerts of the incident that opened the ticket, live, each with the trail that says why. */
export function IncidentWhy({ customerId, incidentId }: { customerId: string; incidentId: string }) {
  const words = useTexts(ticketDetailsTexts)
  const isPhone = useIsPhone()
  const { data, isError } = useQuery({
    queryKey: ['alerts', customerId, 'of-incident', incidentId],
    queryFn: ({ signal }) => call(listAlerts, { params: { customerId }, query: { incidentId, limit: 20 }, signal }),
  })
  if (isError) return <p className={styles.dim}>{words.whyFailed}</p>
  if (data?.result.length === 0) return <p className={styles.dim}>{words.whyNothing}</p>
  return (
    <ul className={styles.alerts}>
      {data?.result.map((alert, index) => (
        <li key={alert.alertId}>
          <OneAlert customerId={customerId} alert={alert} isOpenAtFirst={index === 0 && !isPhone} />
        </li>
      ))}
    </ul>
  )
}

function OneAlert({ customerId, alert, isOpenAtFirst }: { customerId: string; alert: Alert; isOpenAtFirst: boolean }) {
  const words = useTexts(ticketDetailsTexts)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { data } = useQuery({
    queryKey: ['alerts', customerId, 'one', alert.alertId],
    queryFn: ({ signal }) => call(getAlert, { params: { customerId, alertId: alert.alertId }, signal }),
    enabled: isOpen,
  })
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <SeverityMark level={alert.severity} quiet={alert.state === 'resolved'} />
        <span className={styles.name}>{alert.name}</span>
        <span className={styles.dim}>
          {alert.state === 'firing' ? words.firing : words.over} · <RelativeTime iso={alert.endedAt ?? alert.startedAt} />
        </span>
      </summary>
      {data ? (
        <section className={styles.trail} aria-label={words.whyAlert(alert.name)}>
          <AlertTrail customerId={customerId} trail={data.trail} />
        </section>
      ) : null}
    </details>
  )
}
