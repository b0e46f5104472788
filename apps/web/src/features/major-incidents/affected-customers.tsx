import type { MajorIncidentDetails, MajorIncidentPart } from '@vakt/contract/incidents/major-incidents.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath, ticketPath } from '#web/shared/links/paths.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { addIncidents, removeIncidents, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'

/** Each customer with its incidents in it. */
export function AffectedCustomers({ majorIncident }: { majorIncident: MajorIncidentDetails }) {
  const words = useTexts(majorIncidentTexts)
  const { majorIncidentId, parts, state } = majorIncident
  const titleOf = useIncidentTitle()
  const { mayHandle, run, isBusy, say } = useMajorIncidentAction()
  const onError = (error: unknown) => showToast(say(error), 'failure')
  const remove = (part: MajorIncidentPart) => {
    const { customer, incidentId } = part
    const incident = [{ customerId: customer.customerId, incidentId }]
    const putBack = () => run(() => addIncidents(majorIncidentId, incident), { onError })
    run(() => removeIncidents(majorIncidentId, incident), {
      onSuccess: () => showUndoToast(words.removed(titleOf(part)), putBack),
      onError,
    })
  }
  if (parts.length === 0) return <p className={styles.dim}>{words.noParts}</p>
  return [...Map.groupBy(parts, ({ customer }) => customer.customerId)].map(([customerId, incidents]) => (
    <section key={customerId} className={styles.customer}>
      <h3>
        {incidents[0]?.customer.name} <span className={styles.reads}>· {words.reads[incidents[0]?.customer.language ?? 'en']}</span>
      </h3>
      <ul className={styles.rows}>
        {incidents.map((part) => (
          <li key={part.incidentId}>
            <SeverityMark level={part.severity} quiet={part.state === 'resolved'} />
            <span className={styles.what}>
              <PlainLink href={incidentPath(customerId, part.incidentId)}>{titleOf(part)}</PlainLink>
              <span>{[part.resource, part.assignee ?? words.unassigned].filter(Boolean).join(' · ')}</span>
            </span>
            <span>{words.states[part.state]}</span>
            <span className={styles.wide}>
              {part.ticketId ? <PlainLink href={ticketPath(customerId, part.ticketId)}>#{part.ticketId}</PlainLink> : null}
            </span>
            {mayHandle && state === 'open' ? (
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={isBusy}
                aria-label={words.removeOf(titleOf(part))}
                onClick={() => remove(part)}
              >
                {words.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ))
}
