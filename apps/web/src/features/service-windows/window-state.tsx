import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'

/** What a window is now, and below it how it repeats. */
export function WindowStateMark({ state }: Pick<ServiceWindow, 'state'>) {
  const words = useTexts(windowTexts)
  return (
    <span className={styles.state} data-state={state}>
      {words.states[state]}
    </span>
  )
}
