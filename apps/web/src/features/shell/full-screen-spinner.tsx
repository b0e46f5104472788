import { useTexts } from '#web/platform/texts.ts'
import classes from './full-screen-spinner.module.css'
import { shellTexts } from './shell.texts.ts'

export function FullScreenSpinner() {
  const { loading } = useTexts(shellTexts)
  return (
    <div className={classes.screen} role="status" aria-label={loading}>
      <svg className={classes.spinner} width="50" height="50" viewBox="0 0 50 50" aria-hidden="true">
        <circle cx="25" cy="25" r="21" fill="none" stroke="var(--vakt-line)" strokeWidth="4" />
        <path d="M25 4a21 21 0 0 1 21 21" fill="none" stroke="var(--vakt-accent)" strokeWidth="4" strokeLinecap="round" />
      </svg>
    </div>
  )
}
