import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mappingLimits } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { useId } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { indentJson } from '#web/shared/alerts/indent-json.ts'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { mappingTexts } from './mapping.texts.ts'
import styles from './monitoring-sources.module.css'
import { type SourceKey, sourceSignalQuery, sourceSignalsQuery } from './source-queries.ts'

type Props = { sourceKey: SourceKey; sample: string; onChange: (sample: string) => void }

/** The body that the preview is made from: pasted, or one of the last signals. */
export function MappingSample({ sourceKey, sample, onChange }: Props) {
  const words = useTexts(mappingTexts)
  const format = useFormat()
  const queryClient = useQueryClient()
  const id = useId()
  const signals = useQuery(sourceSignalsQuery(sourceKey)).data?.signals.filter((signal) => signal.format === 'generic') ?? []
  const choose = (signalId: string) =>
    void queryClient.fetchQuery(sourceSignalQuery(sourceKey, signalId)).then(
      ({ body }) => onChange(indentJson(body)),
      () => {},
    )
  return (
    <div className={styles.guide}>
      <LabelledTextArea
        label={words.sample}
        rows={10}
        maxLength={mappingLimits.sampleCharacters}
        spellCheck={false}
        className={styles.sample}
        value={sample}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.help}>{words.sampleHelp}</p>
      {signals.length > 0 ? (
        <div>
          <label htmlFor={id} className={styles.label}>
            {words.lastSignals}
          </label>
          <PlainSelect id={id} value="" onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{words.chooseSignal}</option>
            {signals.map(({ signalId, receivedAt }) => (
              <option key={signalId} value={signalId}>
                {format.exact(receivedAt)}
              </option>
            ))}
          </PlainSelect>
        </div>
      ) : null}
    </div>
  )
}
