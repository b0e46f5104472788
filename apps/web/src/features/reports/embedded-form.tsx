import { createEmbeddedReport, NewEmbeddedReport } from '@vakt/contract/reports/embedded-reports.ts'
import { useEffect, useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { embeddedTexts } from './embedded.texts.ts'

const contract = fieldsOf(NewEmbeddedReport)
const empty: NewEmbeddedReport = { name: '', workspaceId: '', powerBiReportId: '', profileId: '', userName: '', roles: [] }

export default function EmbeddedForm({ customerId, onSaved, onClose }: { customerId: string; onSaved: () => void; onClose: () => void }) {
  const words = useTexts(embeddedTexts)
  const fields = useMemo(
    (): FieldDefinition<NewEmbeddedReport>[] => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, required: true },
      { ...contract.workspaceId, type: 'text', name: 'workspaceId', label: words.workspace, help: words.workspaceHelp, required: true },
      { ...contract.powerBiReportId, type: 'text', name: 'powerBiReportId', label: words.report, help: words.reportHelp, required: true },
      { ...contract.profileId, type: 'text', name: 'profileId', label: words.profile, help: words.profileHelp },
      { ...contract.userName, type: 'text', name: 'userName', label: words.user, help: words.userHelp },
      { type: 'tags', name: 'roles', label: words.roles, render: ({ userName }) => userName.trim() !== '' },
    ],
    [words],
  )
  const form = useForm<NewEmbeddedReport>({ fields, start: empty })
  const { phase } = useFormState(form)
  useEffect(() => form.focus('name'), [form])
  return (
    <Form
      form={form}
      label={words.add}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
      onSubmit={(values) => call(createEmbeddedReport, { params: { customerId }, body: { ...values, roles: values.roles ?? [] } })}
      onSent={onSaved}
    >
      {(['name', 'workspaceId', 'powerBiReportId', 'profileId', 'userName', 'roles'] as const).map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
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
