import { useQueryClient } from '@tanstack/react-query'
import { findReportRecipients, type ReportMails, type ReportRecipient, saveReportMails } from '@vakt/contract/reports/report-mails.ts'
import { useEffect, useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { reportMailTexts } from './report-mails.texts.ts'
import { mailsQuery } from './report-queries.ts'

type Values = { day: number | ''; recipients: readonly ReportRecipient[] }

export default function MailsForm({ customerId, mails, onClose }: { customerId: string; mails: ReportMails; onClose: () => void }) {
  const words = useTexts(reportMailTexts)
  const client = useQueryClient()
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { type: 'number', name: 'day', label: words.day, help: words.dayHelp, required: true, min: 1, max: 28 },
      {
        type: 'search',
        name: 'recipients',
        label: words.people,
        help: words.peopleHelp,
        identify: ({ userId }) => userId,
        nameOf: ({ name }) => name,
        find: async (q, signal) =>
          (await call(findReportRecipients, { params: { customerId }, query: { q }, signal })).map((person) => ({
            value: person,
            label: person.name,
            description: person.email,
          })),
      },
    ],
    [words, customerId],
  )
  const form = useForm<Values>({ fields, start: { day: mails.day, recipients: mails.recipients } })
  const { phase } = useFormState(form)
  useEffect(() => form.focus('day'), [form])
  return (
    <Form
      form={form}
      label={words.dialog}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={({ day, recipients }) =>
        call(saveReportMails, { params: { customerId }, body: { day: Number(day), userIds: recipients.map(({ userId }) => userId) } })
      }
      onSent={() => {
        void client.invalidateQueries({ queryKey: mailsQuery(customerId).queryKey })
        showToast(words.saved, 'success')
        onClose()
      }}
    >
      <FormField form={form} name="day" />
      <FormField form={form} name="recipients" />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.save}
        </Button>
      </DialogActions>
    </Form>
  )
}
