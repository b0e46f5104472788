import type { Alert } from '@vakt/contract/alerts/alerts.ts'
import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { WindowLink } from './window-link.tsx'
import { isOverdue, writeEnd } from './window-times.ts'
import styles from './windows-now.module.css'
import { windowsNowTexts } from './windows-now.texts.ts'

type HeldByProps = {
  customerId: string
  heldBy: NonNullable<Incident['heldBy']> & Partial<Pick<NonNullable<Alert['heldBy']>, 'hasFailed'>>
  /** Where there is room for a few words only. */
  isShort?: boolean
}

/** *Held by window Patching until 23:00*, or *Held longer than planned* where that time has passed. */
export function HeldBy({ customerId, heldBy, isShort = false }: HeldByProps) {
  const words = useTexts(windowsNowTexts)
  const format = useFormat()
  const until = words.until(writeEnd(heldBy.until, format))
  if (heldBy.hasFailed || isOverdue(heldBy.until))
    return (
      <span className={styles.overdue}>
        {isShort ? (
          words.overdue
        ) : (
          <>
            {words.overdueBy(writeEnd(heldBy.until, format))} <WindowLink customerId={customerId} window={heldBy} />
          </>
        )}
      </span>
    )
  if (isShort)
    return (
      <span className={styles.held} title={`${words.heldBy} ${heldBy.reason} ${until}`}>
        {words.held1} {until}
      </span>
    )
  return (
    <span className={styles.held}>
      {words.heldBy} <WindowLink customerId={customerId} window={heldBy} /> {until}
    </span>
  )
}

type WindowOfIncidentProps = { customerId: string; incident: Pick<Incident, 'heldBy' | 'raisedBy'> }

/** *Held by window until 23:00* while a window holds alerts on the resource of an incident, *After Patching* where the end of a window raised it. */
export function WindowOfIncident({ customerId, incident: { heldBy, raisedBy } }: WindowOfIncidentProps) {
  const words = useTexts(windowsNowTexts)
  if (heldBy) return <HeldBy customerId={customerId} heldBy={heldBy} isShort />
  if (!raisedBy) return null
  return (
    <span className={styles.raised} title={`${words.raisedBy} ${raisedBy.reason}`}>
      {words.raised1} <WindowLink customerId={customerId} window={raisedBy} />
    </span>
  )
}
