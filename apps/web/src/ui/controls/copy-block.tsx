import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { Button } from './button.tsx'
import { copyTexts } from './copy.texts.ts'
import styles from './copy-block.module.css'

/** Text to be pasted elsewhere, with the button that copies it. */
export function CopyBlock({ label, text, wraps = false }: { label: string; text: string; wraps?: boolean }) {
  const words = useTexts(copyTexts)
  const clipboard = useClipboard({ timeout: 3000 })
  return (
    <div className={styles.block} data-wraps={wraps || undefined}>
      <div className={styles.bar}>
        <span aria-hidden="true">{label}</span>
        <Button
          size="compact-md"
          variant="default"
          aria-label={words.copyWhat(label)}
          leftSection={clipboard.copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? words.copied : words.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <VisuallyHidden role="status">{clipboard.copied ? words.copied : clipboard.error ? words.copyFailed : ''}</VisuallyHidden>
    </div>
  )
}
