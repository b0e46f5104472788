import type { OnCallPerson } from '@vakt/contract/on-call/on-call.ts'
import { NewShiftSwap, type OwnShift } from '@vakt/contract/on-call/on-call-shifts.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useAskForSwap } from './shift-queries.ts'
import { shiftTexts } from './shifts.texts.ts'

const contract = fieldsOf(NewShiftSwap)
const dayMs = 86_400_000

type OfferDialogProps = { shift: OwnShift | null; colleagues: OnCallPerson[]; onClose: () => void }

/** Offers a shift, or a part of it, to a colleague; open where one is given. */
export function OfferDialog({ shift, colleagues, onClose }: OfferDialogProps) {
  const words = useTexts(shiftTexts)
  return (
    <Dialog isOpen={shift !== null} title={words.offerTitle} onClose={onClose}>
      {!shift ? null : colleagues.length > 0 ? <OfferForm {...{ shift, colleagues, onClose }} /> : <p>{words.noColleagues}</p>}
    </Dialog>
  )
}

type Values = { userId: string; from: string; to: string; note?: string }

function OfferForm({ shift, colleagues, onClose }: OfferDialogProps & { shift: OwnShift }) {
  const words = useTexts(shiftTexts)
  const ask = useAskForSwap()
  const timeZone = useTimeZone()
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      {
        ...contract.userId,
        type: 'select',
        name: 'userId',
        label: words.colleague,
        takesFocus: true,
        options: colleagues.map(({ userId, name }) => ({ value: userId, label: name })),
      },
      { type: 'datetime', name: 'from', label: words.from, required: true, timeZone },
      { type: 'datetime', name: 'to', label: words.to, required: true, timeZone },
      { ...contract.note, type: 'text', name: 'note', label: words.note },
    ],
    [words, colleagues, timeZone],
  )
  const begins = Math.max(Date.parse(shift.from), Math.ceil(serverNow() / 60_000) * 60_000)
  const from = new Date(begins).toISOString()
  // Of one without an end in sight a day is proposed.
  const to = shift.isOpenEnded ? new Date(begins + dayMs).toISOString() : shift.to
  const form = useForm<Values>({ fields, start: { userId: colleagues[0]?.userId ?? '', from, to, note: '' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.offerTitle}
      messages={words.messages}
      failureTexts={{ onFields: words.notDone, general: words.notDone }}
      onSubmit={async (values) => {
        await ask.mutateAsync({ scheduleId: shift.scheduleId, ...values })
        return values.userId
      }}
      onSent={(asked) => {
        showToast(words.sent(colleagues.find(({ userId }) => userId === asked)?.name ?? ''), 'success')
        onClose()
      }}
    >
      <p>{words.offerText}</p>
      <FormField form={form} name="userId" />
      <FormField form={form} name="from" />
      <FormField form={form} name="to" />
      <FormField form={form} name="note" />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.send}
        </Button>
      </DialogActions>
    </Form>
  )
}
