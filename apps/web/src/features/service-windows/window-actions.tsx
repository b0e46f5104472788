import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { useFailureToast } from './window-failure.ts'
import { windowPageTexts } from './window-page.texts.ts'
import { useDisableWindow, useEnableWindow, useExtendWindow } from './window-queries.ts'

const EndQuestion = lazy(() => import('./end-question.tsx').then((module) => ({ default: module.EndQuestion })))

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
        <Suspense>
          {asked && ongoing ? <EndQuestion customerId={customerId} window={window} asked={asked} onClose={() => setAsked(null)} /> : null}
        </Suspense>
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
