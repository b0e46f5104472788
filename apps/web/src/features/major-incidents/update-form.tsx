import type { MajorIncidentDetails } from '@vakt/contract/incidents/major-incidents.ts'
import { majorIncidentTextFor } from '@vakt/domain/major-incident-text.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { BothLanguages } from './both-languages.tsx'
import { type BothTexts, sendUpdate, useMajorIncidentAction } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'

const nothing: BothTexts = { en: '', sv: '' }

/** One update to every affected customer. What is typed stays until it was sent. */
export function UpdateForm({ majorIncident }: { majorIncident: MajorIncidentDetails }) {
  const words = useTexts(majorIncidentTexts)
  const { run, isBusy, problem } = useMajorIncidentAction()
  const [text, setText] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const isEmpty = !text.en.trim() && !text.sv.trim()
  const { majorIncidentId, customers, parts } = majorIncident
  const send = (ends: boolean) => {
    setTried(true)
    if (isEmpty) return
    run(async () => {
      await sendUpdate(majorIncidentId, text, ends)
      setText(nothing)
      setTried(false)
      showToast(ends ? words.sentAndOver : words.sent(customers))
    })
  }
  const shown = isTried && isEmpty ? words.messages['major_incident.text_required'] : problem
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.write}
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <BothLanguages rows={3} maxLength={10_000} hint={words.writeText} value={text} onChange={setText} />
      {isEmpty || parts.length === 0 ? null : <Preview text={text} parts={parts} />}
      {shown ? (
        <p className={styles.problem} role="alert">
          {shown}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" loading={isBusy} onClick={() => send(true)}>
          {words.sendAndResolve}
        </Button>
        <Button type="submit" loading={isBusy} disabled={parts.length === 0}>
          {words.send(customers)}
        </Button>
      </div>
    </form>
  )
}

/** What the customers of each language read. */
function Preview({ text, parts }: { text: BothTexts } & Pick<MajorIncidentDetails, 'parts'>) {
  const words = useTexts(majorIncidentTexts)
  const both = { en: text.en.trim() || null, sv: text.sv.trim() || null }
  return (
    <section className={styles.preview} aria-label={words.preview}>
      {(['en', 'sv'] as const).map((language) => {
        const names = [...new Set(parts.filter(({ customer }) => customer.language === language).map(({ customer }) => customer.name))]
        return names.length === 0 ? null : (
          <div key={language}>
            <h3>
              {words.previewFor[language]} {names.join(', ')}
            </h3>
            <div className={styles.text} lang={language}>
              <Markdown text={majorIncidentTextFor(language, both)} />
            </div>
          </div>
        )
      })}
    </section>
  )
}
