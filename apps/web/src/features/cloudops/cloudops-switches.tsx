import type { CloudOpsService } from '@vakt/contract/cloudops.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './cloudops.module.css'
import { cloudOpsTexts } from './cloudops.texts.ts'
import { type Switch, useSwitchService } from './cloudops-queries.ts'
import { useEndedPrice } from './ended-price.ts'
import { usePriceText } from './price-text.ts'
import { waitsForResource } from './waits-for-resource.ts'

type Props = { customerId: string; entityId: string; service: CloudOpsService; onEdit: () => void }

/** What can be done with a configured service. Its price stands before it is activated. */
export function CloudOpsSwitches({ customerId, entityId, service, onEdit }: Props) {
  const words = useTexts(cloudOpsTexts)
  const { current, version } = service
  const [asked, setAsked] = useState<Switch | null>(null)
  const [problem, setProblem] = useState<string>()
  const switching = useSwitchService({ customerId, entityId })
  const price = usePriceText()
  const endedPrice = useEndedPrice()
  const close = () => {
    setAsked(null)
    setProblem(undefined)
  }
  const done = { enable: words.enabled, disable: words.disabled, remove: words.removed }
  const failed = { enable: words.enableFailed, disable: words.disableFailed, remove: words.removeFailed }
  const run = (to: Switch) =>
    void switching.mutateAsync({ to, version }).then(
      () => {
        showToast(done[to], 'success')
        close()
      },
      (error: unknown) => {
        const text = failureText(error, { failed: failed[to], messages: words.messages, conflict: words.changed })
        showToast(text, 'failure')
        setProblem(text)
      },
    )
  if (!current) return null
  const isActive = current.state === 'active'
  // Without its resource it would end again, and without a price it is refused.
  const mayActivate = !isActive && !waitsForResource(current) && !endedPrice(current, service.currency, service)
  return (
    <>
      {mayActivate ? <Button onClick={() => setAsked('enable')}>{words.enable}</Button> : null}
      <Button variant="default" data-opens="hours" onClick={onEdit}>
        {words.edit}
      </Button>
      {isActive ? (
        <Button variant="default" onClick={() => setAsked('disable')}>
          {words.disable}
        </Button>
      ) : null}
      <Button variant="subtle" color="red" onClick={() => setAsked('remove')}>
        {words.remove}
      </Button>
      <Dialog isOpen={asked === 'enable'} title={words.enableTitle} onClose={close}>
        <p className={styles.amount}>{price({ ...service, ...current }).sum}</p>
        <p className={styles.dim}>{words.wholeMonth}</p>
        <p>{words.enableText}</p>
        {problem ? <p role="alert">{problem}</p> : null}
        <DialogActions>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button loading={switching.isPending} onClick={() => run('enable')}>
            {words.enable}
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        isOpen={asked === 'disable'}
        title={words.disableTitle}
        text={words.disableText}
        action={words.disable}
        isBusy={switching.isPending}
        problem={asked === 'disable' ? problem : undefined}
        onConfirm={() => run('disable')}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={words.removeTitle}
        text={words.removeText}
        action={words.remove}
        isBusy={switching.isPending}
        problem={asked === 'remove' ? problem : undefined}
        onConfirm={() => run('remove')}
        onClose={close}
      />
    </>
  )
}
