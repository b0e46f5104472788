import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { sourceSignalLimits } from '@vakt/contract/monitoring-sources/source-signals.ts'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { connectTexts } from './connect.texts.ts'
import styles from './monitoring-sources.module.css'
import { type SourceKey, useSendTest } from './source-queries.ts'
import { sourceSignalTexts } from './source-signals.texts.ts'
import { genericSample } from './source-snippets.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Props = { sourceKey: SourceKey; formats: SignalFormat[]; hasTestFiring: boolean }

/** Sends a sample of a format through the source; of `generic` the user writes it. */
export function TestSource({ sourceKey, formats, hasTestFiring }: Props) {
  const words = useTexts(sourceSignalTexts)
  const names = useTexts(connectTexts).formatNames
  const id = useId()
  const send = useSendTest(sourceKey)
  const [chosen, setFormat] = useState(formats[0])
  const [sample, setSample] = useState(() => JSON.stringify(genericSample, null, 2))
  const [problem, setProblem] = useState<string | null>(null)
  const format = formats.find((one) => one === chosen) ?? formats[0]
  const isWritten = format === 'generic'
  const run = (state: 'firing' | 'resolved') => {
    const wrong = isWritten && !isJson(sample) ? words.notJson : null
    setProblem(wrong)
    if (wrong) document.getElementById(`${id}-sample`)?.focus()
    else if (format) {
      send.mutateAsync({ format, state, ...(isWritten ? { sample } : {}) }).catch(failureToast(words.testFailed))
    }
  }
  return (
    <div className={styles.guide}>
      <p className={styles.help}>{isWritten ? words.testWrittenHelp : words.testHelp}</p>
      {formats.length > 1 ? (
        <div>
          <label htmlFor={id} className={styles.label}>
            {words.format}
          </label>
          <PlainSelect id={id} value={format} onChange={(event) => setFormat(event.currentTarget.value as SignalFormat)}>
            {formats.map((one) => (
              <option key={one} value={one}>
                {names[one]}
              </option>
            ))}
          </PlainSelect>
        </div>
      ) : null}
      {isWritten ? (
        <LabelledTextArea
          id={`${id}-sample`}
          label={words.sample}
          rows={7}
          maxLength={sourceSignalLimits.sampleCharacters}
          spellCheck={false}
          className={styles.sample}
          error={problem}
          value={sample}
          onChange={(event) => setSample(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" loading={send.isPending} onClick={() => run('firing')}>
          {isWritten ? words.sendWritten : words.send}
        </Button>
        {hasTestFiring && !isWritten ? (
          <Button variant="default" loading={send.isPending} onClick={() => run('resolved')}>
            {words.end}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
