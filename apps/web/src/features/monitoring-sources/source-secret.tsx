import { useQuery } from '@tanstack/react-query'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { SecretOnce } from '#web/ui/controls/secret-once.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelPart } from '#web/ui/overlay/panel-content.tsx'
import { ConnectGuide } from './connect-guide.tsx'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { keyOfSource, waitingSourceQuery } from './source-queries.ts'

type Props = { source: MonitoringSource; secret: string; onDone: () => void }

/** The token of a source that was just created or rotated, how to connect with it, and whether signals arrive. */
export function SourceSecret({ source, secret, onDone }: Props) {
  const words = useTexts(sourceTexts)
  return (
    <SecretOnce words={words} secret={secret} onDone={onDone}>
      <PanelPart title={words.connect}>
        <ConnectGuide source={source} secret={secret} />
      </PanelPart>
      <FirstSignal source={source} />
    </SecretOnce>
  )
}

function FirstSignal({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceTexts)
  const { data } = useQuery(waitingSourceQuery(keyOfSource(source)))
  const at = data?.tokens[0]?.lastSignalAt
  return (
    <p className={styles.first} data-received={at ? true : undefined} role="status">
      {at ? (
        <>
          <CircleCheck size={18} aria-hidden="true" />
          <span>
            {words.received} <RelativeTime iso={at} />
          </span>
        </>
      ) : (
        <>
          <CircleDashed size={18} aria-hidden="true" />
          {words.waitingFirst}
        </>
      )}
    </p>
  )
}
