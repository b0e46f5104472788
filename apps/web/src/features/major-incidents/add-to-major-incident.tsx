import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { addIncidents, findOpenMajorIncidents, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'
import type { NamedIncident } from './open-incident-search.tsx'
import { StartDialog } from './start-major-incident.tsx'

/** From the page of an incident: into a major incident that is open, or a new one. */
export function AddToMajorIncident({ incident, onClose }: { incident: NamedIncident; onClose: () => void }) {
  const words = useTexts(majorIncidentTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { run, isBusy, problem } = useMajorIncidentAction()
  const [isStarting, setStarting] = useState(false)
  const { customerId, incidentId, title } = incident
  const find = async (q: string, signal: AbortSignal) =>
    (await findOpenMajorIncidents(q, signal)).map((one) => ({
      value: one.majorIncidentId,
      label: one.title[language],
      description: [words.headline(one.incidents, one.customers), words.ledBy(one.lead)].join(' · '),
    }))
  const add = (majorIncidentId: string) =>
    run(async () => {
      await addIncidents(majorIncidentId, [{ customerId, incidentId }])
      onClose()
      await navigate({ to: '/major-incidents/$majorIncidentId', params: { majorIncidentId } })
    })
  if (isStarting) return <StartDialog first={incident} onClose={onClose} />
  return (
    <Dialog isOpen title={words.addTo} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.dim}>{words.addToText(title)}</p>
        <SearchChoice
          label={words.openOnes}
          queryKey={['major-incidents-to-join', language]}
          find={find}
          nothingFound={words.noneOpen}
          onChoose={(majorIncidentId) => !isBusy && add(majorIncidentId)}
        />
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="default" onClick={() => setStarting(true)}>
            {words.startNew}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
