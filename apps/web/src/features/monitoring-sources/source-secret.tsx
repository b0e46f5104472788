import { useQuery } from '@tanstack/react-query'
import type { MonitoringSource } from '@vakt/contract/monitoring-sources.ts'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { PanelContent, PanelPart, PanelTitle } from '#web/ui/panel-content.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ConnectGuide } from './connect-guide.tsx'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'
import { keyOfSource, waitingSourceQuery } from './source-queries.ts'

type Props = { source: MonitoringSource; secret: string; onDone: () => void }

/** The only time that the token is shown, with what to do with it, and whether signals come with it. */
export function SourceSecret({ source, secret, onDone }: Props) {
  const words = useTexts(sourceTexts)
  const title = useRef<HTMLDivElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <PanelContent>
      <div ref={title} tabIndex={-1} className={styles.made}>
        <PanelTitle>{words.copyNow}</PanelTitle>
        <p className={styles.help}>{words.copyNowText}</p>
      </div>
      <CopyBlock label={words.token} text={secret} wraps />
      <PanelPart title={words.connect}>
        <ConnectGuide source={source} secret={secret} />
      </PanelPart>
      <FirstSignal source={source} />
      <div>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </PanelContent>
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
