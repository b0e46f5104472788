import { useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { useNoteRestore } from './checklist-queries.ts'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'

const today = () => new Date(serverNow()).toLocaleDateString('sv-SE')

/** Notes a restore that Vakt cannot see, with its day. */
export function RestoreElsewhere() {
  const words = useTexts(checklistTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [date, setDate] = useState(today)
  const note = useNoteRestore()
  const isDateWrong = date === '' || date > today() || (note.error instanceof ApiError && note.error.status === 400)
  const save = () => {
    if (!isDateWrong) note.mutate(date, { onSuccess: () => setOpen(false) })
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.elsewhere}
      </Button>
      <Dialog isOpen={isOpen} title={words.elsewhere} onClose={() => setOpen(false)}>
        <p className={styles.help}>{words.elsewhereHelp}</p>
        <label className={styles.date} htmlFor={id}>
          {words.elsewhereDate}
          <PlainInput
            id={id}
            type="date"
            value={date}
            max={today()}
            aria-invalid={isDateWrong}
            aria-describedby={`${id}-problem`}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        </label>
        <p id={`${id}-problem`} role="status" className={styles.problem}>
          {isDateWrong ? words.dateWrong : note.isError ? failureText(note.error, { failed: words.notSaved }) : ''}
        </p>
        <DialogActions>
          <Button variant="default" onClick={() => setOpen(false)}>
            {words.cancel}
          </Button>
          <Button loading={note.isPending} onClick={save}>
            {words.elsewhereSave}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
