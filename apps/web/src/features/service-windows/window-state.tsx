import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'

/** What a window is now: also that its end failed, and that an extension of it waits for an approval. */
export function WindowStateMark({
  window: { state, unsettled, ongoing },
}: {
  window: Pick<ServiceWindow, 'state' | 'unsettled' | 'ongoing'>
}) {
  const words = useTexts(windowTexts)
  const format = useFormat()
  const hasFailed = unsettled?.hasFailed ?? false
  return (
    <>
      <span className={styles.state} data-state={hasFailed ? 'failed' : state}>
        {hasFailed ? words.endFailed : words.states[state]}
      </span>
      {ongoing?.approvedUntil ? (
        <span className={styles.extension}> · {words.extensionAwaits(writeEnd(ongoing.endsAt, format))}</span>
      ) : null}
    </>
  )
}
