import { useQuery } from '@tanstack/react-query'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { windowsNowQuery } from '#web/shared/service-windows/windows-now-query.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { useFailureToast } from './window-failure.ts'
import { windowPageTexts } from './window-page.texts.ts'
import { useDisableWindow, useEnableWindow, useEndWindow, useExtendWindow } from './window-queries.ts'
import styles from './windows.module.css'

type WindowProps = { customerId: string; window: ServiceWindow }
type Asked = 'end' | 'disable'

const extensions = { half: 30, one: 60, two: 120 } as const

/** Edits, copies, extends, ends, and switches a window off or on. An ongoing one asks what happens to what it holds. */
export function WindowActions({ customerId, window }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const byStaff = isStaff(useSession())
  const { serviceWindowId, enabled, ongoing, state } = window
  const key = { customerId, serviceWindowId }
  const [asked, setAsked] = useState<Asked | null>(null)
  const fail = useFailureToast()
  const disable = useDisableWindow(key)
  const enable = useEnableWindow(key)
  // Then *Approve* is what the page is for.
  const mayApprove = window.approval?.state === 'waiting' && !byStaff
  const mayChange = window.providerWindowId === null || byStaff
  const doEnable = () => enable.mutate(undefined, { onSuccess: () => showToast(words.enabled, 'success'), onError: fail })
  const doDisable = () => disable.mutate(true, { onSuccess: () => showUndoToast(words.disabled, doEnable), onError: fail })
  return (
    <>
      {ongoing && mayChange ? (
        <>
          <Button variant={mayApprove ? 'default' : 'filled'} onClick={() => setAsked('end')}>
            {words.end}
          </Button>
          <Extend customerId={customerId} window={window} />
        </>
      ) : null}
      {mayChange ? (
        <ButtonLink variant="default" to="/service-window/$customerId/$swId/edit" params={{ customerId, swId: serviceWindowId }}>
          {words.edit}
        </ButtonLink>
      ) : null}
      <ButtonLink variant="default" to="/service-window/$customerId/create" params={{ customerId }} search={{ copy: serviceWindowId }}>
        {words.copy}
      </ButtonLink>
      {mayChange && state !== 'expired' ? (
        <Button
          variant="default"
          loading={disable.isPending || enable.isPending}
          onClick={() => (!enabled ? doEnable() : ongoing ? setAsked('disable') : doDisable())}
        >
          {enabled ? words.disable : words.enable}
        </Button>
      ) : null}
      <Dialog
        isOpen={asked !== null && ongoing !== null}
        title={asked === 'disable' ? words.disableTitle : words.endTitle}
        onClose={() => setAsked(null)}
      >
        {asked && ongoing ? <EndQuestion customerId={customerId} window={window} asked={asked} onClose={() => setAsked(null)} /> : null}
      </Dialog>
    </>
  )
}

function Extend({ customerId, window: { serviceWindowId, ongoing } }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const format = useFormat()
  const fail = useFailureToast()
  const extend = useExtendWindow(customerId)
  if (!ongoing) return null
  const before = ongoing.endsAt
  function extendTo(endsAt: string, onDone: (extended: ServiceWindow) => void) {
    extend.mutate({ serviceWindowId, endsAt }, { onSuccess: onDone, onError: fail })
  }
  return (
    <MenuButton
      label={words.extend}
      isBusy={extend.isPending}
      items={(['half', 'one', 'two'] as const).map((by) => ({
        key: by,
        label: words.extendBy[by],
        onChoose: () => {
          const endsAt = new Date(Date.parse(before) + extensions[by] * 60_000).toISOString()
          extendTo(endsAt, ({ ongoing: extended }) => {
            const said = extended?.approvedUntil
              ? words.extensionAsked(writeEnd(extended.approvedUntil, format))
              : words.extended(writeEnd(endsAt, format))
            showUndoToast(said, () => extendTo(before, () => {}))
          })
        },
      }))}
    />
  )
}

type EndQuestionProps = WindowProps & { asked: Asked; onClose: () => void }

/** Whether what still fires is raised now, or at the end that was planned. */
function EndQuestion({ customerId, window, asked, onClose }: EndQuestionProps) {
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
