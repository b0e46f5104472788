import type { MajorIncidentDetails } from '@vakt/contract/incidents/major-incidents.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { addIncidents, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'
import { OpenIncidentSearch } from './open-incident-search.tsx'

/** Another open incident, of any customer, into a major incident. */
export function AddIncidentDialog({ majorIncident, onClose }: { majorIncident: MajorIncidentDetails; onClose: () => void }) {
  const words = useTexts(majorIncidentTexts)
  const { run, isBusy, problem } = useMajorIncidentAction()
  const { majorIncidentId, parts } = majorIncident
  const taken = parts.map(({ customer, incidentId }) => ({ customerId: customer.customerId, incidentId }))
  const add = ({ customerId, incidentId }: (typeof taken)[number]) =>
    run(() => addIncidents(majorIncidentId, [{ customerId, incidentId }]), {
      onSuccess: () => {
        showToast(words.added)
        onClose()
      },
    })
  return (
    <Dialog isOpen title={words.addIncident} onClose={onClose}>
      <div className={styles.form}>
        <OpenIncidentSearch taken={taken} onChoose={(incident) => !isBusy && add(incident)} />
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
