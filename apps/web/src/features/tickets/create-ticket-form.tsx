import { Button } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { NewTicket, ticketAreas, ticketTypes } from '@vakt/contract/tickets.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { showToast } from '#web/ui/toast.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { useCreateTicket } from './ticket-mutations.ts'
import { areaTexts, ticketMessageTexts, ticketTexts } from './tickets.texts.ts'

type Values = Pick<NewTicket, 'subject' | 'type' | 'area' | 'priority' | 'description' | 'email'>

const contract = fieldsOf(NewTicket)
const priorities = [
  [4, 'low'],
  [3, 'medium'],
  [2, 'high'],
  [1, 'critical'],
] as const

function useTicketFields(): FieldDefinition<Values>[] {
  const words = useTexts(createTicketTexts)
  const kinds = useTexts(ticketTexts)
  const areas = useTexts(areaTexts)
  const levels = useTexts(severityTexts)
  return useMemo(
    () => [
      { ...contract.subject, type: 'text', name: 'subject', label: words.subject, help: words.subjectHelp },
      {
        ...contract.type,
        type: 'select',
        name: 'type',
        label: words.type,
        options: ticketTypes.map((type) => ({ value: type, label: kinds[type] })),
      },
      {
        ...contract.area,
        type: 'select',
        name: 'area',
        label: words.area,
        options: ticketAreas.map((area) => ({ value: area, label: areas[area] })),
      },
      {
        ...contract.priority,
        type: 'select',
        name: 'priority',
        label: words.priority,
        options: priorities.map(([value, level]) => ({ value, label: levels[level] })),
      },
      { ...contract.description, type: 'textarea', name: 'description', label: words.description, help: words.descriptionHelp, rows: 6 },
      { ...contract.email, type: 'email', name: 'email', label: words.email, help: words.emailHelp, isReadOnly: true, required: false },
    ],
    [words, kinds, areas, levels],
  )
}

export function CreateTicketForm({ customerId }: { customerId: string }) {
  const { user } = useSession()
  const words = useTexts(createTicketTexts)
  const messages = useTexts(ticketMessageTexts)
  const navigate = useNavigate()
  const router = useRouter()
  const create = useCreateTicket(customerId)
  const form = useForm<Values>({ fields: useTicketFields(), start: { email: user.email } })
  const { phase } = useFormState(form)
  const isLocked = phase === 'submitting' || phase === 'sent'

  return (
    <div className={styles.form}>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        messages={{ ...messages, 'form.email_invalid': words.noMailAddress }}
        failureTexts={{ onFields: words.notCreated, general: words.failed }}
        onSubmit={(values) => create.mutateAsync({ ...values, impact: 4, urgency: 4, status: 'new' })}
        onSent={({ ticketId }) => {
          showToast(words.submitted)
          void navigate({ to: '/tickets/$customerId/$ticketId/details', params: { customerId, ticketId } })
        }}
      >
        <FormField form={form} name="subject" />
        <div className={styles.row}>
          <FormField form={form} name="type" />
          <FormField form={form} name="area" />
          <FormField form={form} name="priority" />
        </div>
        <FormField form={form} name="description" />
        <FormField form={form} name="email" />
        <div className={styles.actions}>
          <Button variant="default" disabled={isLocked} onClick={() => router.history.back()}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
            {words.submit}
          </Button>
        </div>
      </Form>
    </div>
  )
}
