import { useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainTextArea } from '#web/ui/controls/plain-input.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { FailureNote } from '#web/ui/page/failure-note.tsx'
import { useChangeIncident } from './incident-details-queries.ts'
import { type Handling, useRefusalWords } from './incident-handling.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

/** Loaded when someone wants to resolve an incident by hand. */
export function ResolveDialog({ customerId, incident, isOpen, onClose }: Handling & { isOpen: boolean; onClose: () => void }) {
  const words = useTexts(incidentPageTexts)
  const change = useChangeIncident(customerId, incident.incidentId)
  const wordsOf = useRefusalWords()
  const id = useId()
  const [note, setNote] = useState('')
  return (
    <Dialog isOpen={isOpen} title={words.resolveTitle} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ version: incident.version, state: 'resolved', note }, { onSuccess: onClose })
        }}
      >
        <p className={styles.dim}>{words.resolveText}</p>
        <label htmlFor={id}>{words.why}</label>
        <PlainTextArea id={id} rows={4} maxLength={10_000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        {change.isError ? <FailureNote className={styles.problem} error={change.error} words={wordsOf(change.error)} /> : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {words.resolve}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
