import { useQuery } from '@tanstack/react-query'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { windowsNowQuery } from '#web/shared/service-windows/windows-now-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useFailureToast } from './window-failure.ts'
import { windowPageTexts } from './window-page.texts.ts'
import { useDisableWindow, useEndWindow } from './window-queries.ts'
import styles from './windows.module.css'

type EndQuestionProps = { customerId: string; window: ServiceWindow; asked: 'end' | 'disable'; onClose: () => void }

/** Whether what still fires is raised now, or at the end that was planned. */
export function EndQuestion({ customerId, window, asked, onClose }: EndQuestionProps) {
  const words = useTexts(windowPageTexts)
  const format = useFormat()
  const fail = useFailureToast()
  const { serviceWindowId, ongoing, repeats } = window
  const key = { customerId, serviceWindowId }
  const end = useEndWindow(key)
  const disable = useDisableWindow(key)
  const [raisesNow, setRaisesNow] = useState(true)
  const now = useQuery(windowsNowQuery(customerId)).data
  const held = now?.ongoing.find((one) => one.serviceWindowId === serviceWindowId)?.stillHeld
  const isDisabling = asked === 'disable'
  const run = isDisabling ? disable : end
  const confirm = () =>
    run.mutate(raisesNow, {
      onSuccess: () => {
        showToast(isDisabling ? words.disabled : words.ended, 'success')
        onClose()
      },
      onError: fail,
    })
  return (
    <>
      <p>
        {held === undefined ? null : held > 0 ? words.heldNow(held) : words.heldNone}{' '}
        {isDisabling ? words.laterGo : repeats === 'never' ? null : words.laterStay}
      </p>
      <fieldset className={styles.choices}>
        <legend>{words.raise}</legend>
        {[true, false].map((isNow) => (
          <label key={String(isNow)}>
            <input type="radio" name="raise" checked={raisesNow === isNow} onChange={() => setRaisesNow(isNow)} />
            {isNow ? words.raiseNow : words.raiseLater(ongoing ? writeEnd(ongoing.approvedUntil ?? ongoing.endsAt, format) : '')}
          </label>
        ))}
        {now && now.ongoing.length > 1 ? <p className={styles.dim}>{words.otherWindows}</p> : null}
      </fieldset>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button color="red" variant="light" loading={run.isPending} onClick={confirm}>
          {isDisabling ? words.disable : words.end}
        </Button>
      </DialogActions>
    </>
  )
}
