import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { PanelContent, PanelTitle } from '#web/ui/panel-content.tsx'
import styles from './service-tokens.module.css'
import { serviceTokenTexts } from './service-tokens.texts.ts'

type Props = { customerId: string; secret: string; onDone: () => void }

const exampleOf = (customerId: string, secret: string) =>
  `curl ${window.location.origin}/api/v1/customer/${encodeURIComponent(customerId)} \\\n  -H 'Authorization: Bearer ${secret}'`

/** The only time that the secret is shown. */
export function ServiceTokenSecret({ customerId, secret, onDone }: Props) {
  const words = useTexts(serviceTokenTexts)
  const title = useRef<HTMLDivElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <PanelContent>
      <div ref={title} tabIndex={-1} className={styles.made}>
        <PanelTitle>{words.copyNow}</PanelTitle>
        <p className={styles.help}>{words.copyNowText}</p>
      </div>
      <CopyBlock label={words.token} text={secret} wraps />
      <CopyBlock label={words.example} text={exampleOf(customerId, secret)} />
      <div>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </PanelContent>
  )
}
