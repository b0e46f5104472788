import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './branding.module.css'
import { brandingTexts } from './branding.texts.ts'
import { useTestMail } from './branding-queries.ts'

/** Sends a mail as it is saved to who asks, and says what the mail server answered. */
export function TestMail() {
  const words = useTexts(brandingTexts)
  const test = useTestMail()
  const outcome = test.data
  const said = test.isError
    ? words.testFailed('')
    : !outcome
      ? null
      : outcome.passed
        ? words.testSent
        : outcome.reason === 'not_configured'
          ? words.noMailServer
          : words.testFailed(outcome.detail)
  return (
    <div className={styles.test}>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {words.sendTest}
      </Button>
      <p role="status">{said}</p>
    </div>
  )
}
