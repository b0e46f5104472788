import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { useId, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { connectTexts } from './connect.texts.ts'
import styles from './monitoring-sources.module.css'
import { type SnippetKind, snippetKindsFor, snippetsOf } from './source-snippets.ts'

/** Stands where the token belongs, once that is not shown any more. */
const tokenPlace = 'vakt_ing_…'

/** What to paste into the sender, for each kind of sender. */
export function ConnectGuide({ source, secret }: { source: MonitoringSource; secret: string | null }) {
  const words = useTexts(connectTexts)
  const id = useId()
  const { formats, heartbeatName } = source
  const kinds = snippetKindsFor(formats)
  const [chosen, setKind] = useState<SnippetKind | undefined>(kinds[0])
  const kind = kinds.find((one) => one === chosen) ?? 'curl'
  const nameOf = (one: SnippetKind) => (one === 'curl' ? words.curl : words.formatNames[one])
  const snippets = snippetsOf(kind, { origin: window.location.origin, token: secret ?? tokenPlace, formats, heartbeatName })
  return (
    <div className={styles.guide}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {words.sender}
        </label>
        <PlainSelect id={id} value={kind} onChange={(event) => setKind(event.currentTarget.value as SnippetKind)}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </PlainSelect>
      </div>
      <p className={styles.help}>{words.help[kind]}</p>
      {snippets.map(({ part, text }) => (
        <CopyBlock key={part} label={snippets.length === 1 ? nameOf(kind) : words.parts[part]} text={text} />
      ))}
    </div>
  )
}
