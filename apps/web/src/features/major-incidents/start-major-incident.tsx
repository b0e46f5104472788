import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CrossButton } from '#web/ui/controls/cross-button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { BothLanguages } from './both-languages.tsx'
import { type BothTexts, startMajorIncident, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'
import { choiceOf, type NamedIncident, OpenIncidentSearch } from './open-incident-search.tsx'

type StartProps = { first?: NamedIncident; onClose: () => void }

/** Names a new major incident and chooses its incidents; it begins with the one that it was started from. */
export function StartDialog({ first, onClose }: StartProps) {
  const words = useTexts(majorIncidentTexts)
  const navigate = useNavigate()
  const { run, isBusy, problem } = useMajorIncidentAction()
  const [title, setTitle] = useState<BothTexts>({ en: '', sv: '' })
  const [chosen, setChosen] = useState<NamedIncident[]>(first ? [first] : [])
  const [isTried, setTried] = useState(false)
  const missing =
    !title.en.trim() && !title.sv.trim() ? 'major_incident.title_required' : chosen.length === 0 ? 'major_incident.incident_required' : null
  const start = () => {
    setTried(true)
    if (missing) return
    run(async () => {
      const { majorIncidentId } = await startMajorIncident(title, chosen)
      onClose()
      await navigate({ to: '/major-incidents/$majorIncidentId', params: { majorIncidentId } })
    })
  }
  const shown = isTried && missing ? words.messages[missing] : problem
  return (
    <Dialog isOpen title={words.start} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <BothLanguages
          labels={{ en: words.titleEn, sv: words.titleSv }}
          rows={1}
          maxLength={200}
          value={title}
          onChange={setTitle}
          hint={words.titleHint}
        />
        {chosen.length > 0 ? (
          <section>
            <strong>{words.chosen}</strong>
            <ul className={styles.chosen}>
              {chosen.map((one) => (
                <li key={choiceOf(one)}>
                  <span className={styles.what}>
                    {one.title} <span>{one.where}</span>
                  </span>
                  <CrossButton
                    label={words.drop(one.title)}
                    onClick={() => setChosen(chosen.filter((other) => choiceOf(other) !== choiceOf(one)))}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <OpenIncidentSearch taken={chosen} onChoose={(incident) => setChosen([...chosen, incident])} />
        {shown ? (
          <p className={styles.problem} role="alert">
            {shown}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {words.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
