import { useQuery } from '@tanstack/react-query'
import { NewOnCallOverride, type OnCallPerson, type OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { onCallTexts } from './on-call.texts.ts'
import { peopleQuery, useCreateOverride } from './on-call-queries.ts'

export type PlannedOverride = { from: number; to: number }

const contract = fieldsOf(NewOnCallOverride)

type OverrideDialogProps = { schedule: OnCallSchedule; planned: PlannedOverride | null; onClose: () => void }

/** Puts another person on call for a time; open where one is planned. */
export function OverrideDialog({ schedule, planned, onClose }: OverrideDialogProps) {
  const words = useTexts(onCallTexts)
  const people = useQuery(peopleQuery)
  return (
    <Dialog isOpen={planned !== null} title={`${words.overrideTitle}: ${schedule.name}`} onClose={onClose}>
      {!planned ? null : people.data ? (
        <OverrideForm {...{ schedule, planned, onClose }} people={people.data} />
      ) : people.isError ? (
        <ErrorState title={words.peopleFailed} error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Dialog>
  )
}

type OverrideFormProps = { schedule: OnCallSchedule; planned: PlannedOverride; people: OnCallPerson[]; onClose: () => void }

function OverrideForm({ schedule, planned, people, onClose }: OverrideFormProps) {
  const words = useTexts(onCallTexts)
  const save = useCreateOverride(schedule.scheduleId)
  const fields = useMemo(
    (): FieldDefinition<NewOnCallOverride>[] => [
      {
        ...contract.userId,
        type: 'select',
        name: 'userId',
        label: words.person,
        takesFocus: true,
        options: people.map(({ userId, name }) => ({ value: userId, label: name })),
      },
      { type: 'datetime', name: 'from', label: words.from, required: true, timeZone: schedule.timeZone },
      { type: 'datetime', name: 'to', label: words.to, required: true, timeZone: schedule.timeZone },
    ],
    [words, people, schedule.timeZone],
  )
  const form = useForm<NewOnCallOverride>({
    fields,
    start: { userId: people[0]?.userId ?? '', from: new Date(planned.from).toISOString(), to: new Date(planned.to).toISOString() },
  })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={words.overrideTitle}
      messages={words.messages}
      failureTexts={{ onFields: words.notChanged, general: words.notChanged }}
      onSubmit={(values) => save.mutateAsync(values)}
      onSent={() => {
        showToast(words.overrideSaved, 'success')
        onClose()
      }}
    >
      <FormField form={form} name="userId" />
      <FormField form={form} name="from" />
      <FormField form={form} name="to" />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.saveOverride}
        </Button>
      </DialogActions>
    </Form>
  )
}
