import { useId } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import type { BothTexts } from './major-incident-queries.ts'
import styles from './major-incidents.module.css'
import { majorIncidentTexts } from './major-incidents.texts.ts'

type Props = {
  labels?: BothTexts
  rows: number
  maxLength: number
  hint?: string
  value: BothTexts
  onChange: (value: BothTexts) => void
}

/** The same in English and in Swedish, side by side. One of them is enough. */
export function BothLanguages({ labels, rows, maxLength, hint, value, onChange }: Props) {
  const words = useTexts(majorIncidentTexts)
  const id = useId()
  const named = labels ?? { en: words.english, sv: words.swedish }
  return (
    <>
      {hint ? (
        <p id={id} className={styles.dim}>
          {hint}
        </p>
      ) : null}
      <div className={styles.languages}>
        {(['en', 'sv'] as const).map((language) => (
          <LabelledTextArea
            key={language}
            lang={language}
            label={named[language]}
            rows={rows}
            maxLength={maxLength}
            aria-describedby={hint ? id : undefined}
            value={value[language]}
            onChange={({ currentTarget }) => {
              const text = rows === 1 ? currentTarget.value.replaceAll('\n', ' ') : currentTarget.value
              onChange({ ...value, [language]: text })
            }}
          />
        ))}
      </div>
    </>
  )
}
