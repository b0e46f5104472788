import type { AlertState } from '@vakt/contract/alerts/alerts.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './alert-panel.module.css'
import { alertStateTexts } from './alert-state.texts.ts'

export function AlertStateMark({ state }: { state: AlertState }) {
  const words = useTexts(alertStateTexts)
  return (
    <span className={styles.state} data-state={state}>
      {words[state]}
    </span>
  )
}
