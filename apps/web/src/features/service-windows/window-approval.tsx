import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useId, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useFailureToast } from './window-failure.ts'
import { windowMessageTexts } from './window-messages.texts.ts'
import { windowPageTexts } from './window-page.texts.ts'
import { useApproveWindow, useRefuseWindow } from './window-queries.ts'
import styles from './windows.module.css'

type WindowProps = { customerId: string; window: ServiceWindow }

/** Asks the customer for approval; others read that it waits. */
export function WindowApproval({ customerId, window }: WindowProps) {
  const words = useTexts(windowPageTexts)
  const { can } = useShownCustomer()
  const byStaff = isStaff(useSession())
  const format = useFormat()
  const fail = useFailureToast()
  const { serviceWindowId, version } = window
  const approve = useApproveWindow({ customerId, serviceWindowId })
  const [isRefusing, setRefusing] = useState(false)
  const mayAnswer = can(['@feature.servicewindow.write']) && !byStaff
  const { ongoing } = window
  const extension = ongoing?.approvedUntil
    ? words.extensionText(writeEnd(ongoing.endsAt, format), writeEnd(ongoing.approvedUntil, format))
    : null
  return (
    <div className={styles.approval}>
      <Section title={extension ? words.extensionTitle : words.approvalTitle}>
        <p>{extension ?? words.approvalText}</p>
        {mayAnswer ? (
          <div className={styles.actions}>
            <Button
              loading={approve.isPending}
              onClick={() =>
                approve.mutate({ reason: '', version }, { onSuccess: () => showToast(words.approvedNow, 'success'), onError: fail })
              }
            >
              {words.approve}
            </Button>
            <Button variant="default" onClick={() => setRefusing(true)}>
              {words.refuse}
            </Button>
          </div>
        ) : (
          <p className={styles.dim}>
            {window.approvers?.length
              ? words.notYours(new Intl.ListFormat(format.locale, { type: 'disjunction' }).format(window.approvers))
              : words.noApprover}
          </p>
        )}
        <Dialog isOpen={isRefusing} title={words.refusalTitle} onClose={() => setRefusing(false)}>
          <Refusal customerId={customerId} window={window} onClose={() => setRefusing(false)} />
        </Dialog>
      </Section>
    </div>
  )
}

function Refusal({ customerId, window, onClose }: WindowProps & { onClose: () => void }) {
  const words = useTexts(windowPageTexts)
  const messages = useTexts(windowMessageTexts)
  const fail = useFailureToast()
  const { serviceWindowId, version } = window
  const refuse = useRefuseWindow({ customerId, serviceWindowId })
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  function send() {
    if (reason.trim() === '') return setMissing(true)
    refuse.mutate(
      { reason: reason.trim(), version },
      {
        onSuccess: () => {
          showToast(words.refusedNow, 'success')
          onClose()
        },
        onError: fail,
      },
    )
  }
  return (
    <>
      <label htmlFor={id}>{words.refusalReason}</label>
      <textarea
        id={id}
        className={styles.reason}
        rows={3}
        maxLength={2000}
        value={reason}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-problem` : undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
      />
      {isMissing ? (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {messages['service_window.refusal_reason_empty']}
        </p>
      ) : null}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button color="red" variant="light" loading={refuse.isPending} onClick={send}>
          {words.refuse}
        </Button>
      </DialogActions>
    </>
  )
}
