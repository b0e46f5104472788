import type { MonitoringSource } from '@vakt/contract/monitoring-sources.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { type SnippetKind, snippetKindsFor, snippetOf } from './source-snippets.ts'

/** Stands where the token belongs, once that is not shown any more. */
const tokenPlace = 'vakt_ing_…'

/** What to paste into the sender, for each kind of sender. */
export function ConnectGuide({ source, secret }: { source: MonitoringSource; secret: string | null }) {
  const words = useTexts(sourceTexts)
  const kinds = snippetKindsFor(source.formats)
  const [chosen, setKind] = useState<SnippetKind | undefined>(kinds[0])
  const kind = kinds.find((one) => one === chosen) ?? 'curl'
  const { formats, heartbeatName } = source
  const text = snippetOf(kind, { origin: window.location.origin, token: secret ?? tokenPlace, formats, heartbeatName })
  return (
    <div className={styles.guide}>
      <FilterTabs<SnippetKind>
        label={words.senders}
        value={kind}
        options={kinds.map((value) => ({ value, label: words.snippets[value] }))}
        onChange={setKind}
      />
      <p className={styles.help}>{words.snippetHelp[kind]}</p>
      <CopyBlock label={words.snippets[kind]} text={text} />
    </div>
  )
}
