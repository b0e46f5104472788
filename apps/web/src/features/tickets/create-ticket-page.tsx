import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type NewTicket, ticketAreas, ticketTypes } from '@vakt/contract/tickets.ts'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskBeforeLeaving } from '#web/ui/ask-before-leaving.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { showToast } from '#web/ui/toast.ts'
import { checkNewTicket } from './check-new-ticket.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { useCreateTicket } from './ticket-mutations.ts'
import { areaTexts, ticketMessageTexts, ticketTexts } from './tickets.texts.ts'

type Fields = Pick<NewTicket, 'subject' | 'description' | 'type' | 'area' | 'priority'>
type FieldName = keyof Fields | 'email'

const empty: Fields = { subject: '', description: '', type: 'request', area: 'other', priority: 4 }
const fieldNames: FieldName[] = ['subject', 'type', 'area', 'priority', 'description', 'email']
const priorities = [
  ['4', 'low'],
  ['3', 'medium'],
  ['2', 'high'],
  ['1', 'critical'],
] as const

export function CreateTicketPage() {
  const { user, customer } = useSession()
  const search = useSearch({ strict: false }) as { customer?: unknown }
  const customerId = typeof search.customer === 'string' ? search.customer : customer.customer_id
  const words = useTexts(createTicketTexts)
  const kinds = useTexts(ticketTexts)
  const areas = useTexts(areaTexts)
  const levels = useTexts(severityTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const navigate = useNavigate()
  const router = useRouter()
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [failure, setFailure] = useState<{ text: string; requestId: string } | null>(null)
  const create = useCreateTicket(customerId)
  const form = useRef<HTMLFormElement>(null)
  const isLocked = create.isPending || create.isSuccess
  const hasInput = useRef(false)
  hasInput.current = !create.isSuccess && (fields.subject !== '' || fields.description !== '')

  const set = <Name extends keyof Fields>(name: Name, value: Fields[Name]) => {
    setFields((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  const refuse = (found: Partial<Record<FieldName, string>>) => {
    setErrors(found)
    const first = fieldNames.find((name) => found[name])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const fail = (error: unknown) => {
    const found = fieldMessages(error instanceof ApiError ? error.errors : [], fieldNames, messages)
    const hasFields = Object.keys(found.fields).length > 0
    setFailure({
      text: [hasFields ? words.notCreated : words.failed, ...found.others].join(' '),
      requestId: error instanceof ApiError ? error.requestId : '',
    })
    if (hasFields) refuse(found.fields)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLocked) return
    setFailure(null)
    const broken = checkNewTicket(fields)
    const found = Object.fromEntries(Object.entries(broken).map(([name, key]) => [name, messages[key] ?? key]))
    if (Object.keys(found).length > 0) return refuse(found)
    create.mutate(
      { ...fields, email: user.email, impact: 4, urgency: 4, status: 'new' },
      {
        onError: fail,
        onSuccess: ({ ticketId }) => {
          hasInput.current = false
          showToast(words.submitted)
          void navigate({ to: '/tickets/$customerId/$ticketId/details', params: { customerId, ticketId } })
        },
      },
    )
  }

  return (
    <div className={styles.page}>
      <AskBeforeLeaving when={() => hasInput.current} />
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.intro}>{words.intro}</p>
      {customerId === customer.customer_id ? null : <p className={styles.intro}>{words.forCustomer(customerId)}</p>}
      {failure ? (
        <div className={styles.failure} role="alert">
          <p>{failure.text}</p>
          {failure.requestId ? (
            <details>
              <summary>{words.details}</summary>
              {words.requestId}: <code>{failure.requestId}</code>
            </details>
          ) : null}
        </div>
      ) : null}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          name="subject"
          label={words.subject}
          description={words.subjectHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={250}
          readOnly={isLocked}
          value={fields.subject}
          error={errors.subject}
          errorProps={{ role: 'alert' }}
          onChange={(event) => set('subject', event.currentTarget.value)}
        />
        <div className={styles.row}>
          <NativeSelect
            name="type"
            label={words.type}
            disabled={isLocked}
            value={fields.type}
            error={errors.type}
            data={ticketTypes.map((type) => ({ value: type, label: kinds[type] }))}
            onChange={(event) => set('type', event.currentTarget.value as Fields['type'])}
          />
          <NativeSelect
            name="area"
            label={words.area}
            disabled={isLocked}
            value={fields.area}
            error={errors.area}
            data={ticketAreas.map((area) => ({ value: area, label: areas[area] }))}
            onChange={(event) => set('area', event.currentTarget.value as Fields['area'])}
          />
          <NativeSelect
            name="priority"
            label={words.priority}
            disabled={isLocked}
            value={String(fields.priority)}
            error={errors.priority}
            data={priorities.map(([value, level]) => ({ value, label: levels[level] }))}
            onChange={(event) => set('priority', Number(event.currentTarget.value))}
          />
        </div>
        <Textarea
          name="description"
          label={words.description}
          description={words.descriptionHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autosize
          minRows={6}
          maxRows={20}
          maxLength={100_000}
          readOnly={isLocked}
          value={fields.description}
          error={errors.description}
          errorProps={{ role: 'alert' }}
          onChange={(event) => set('description', event.currentTarget.value)}
        />
        <TextInput
          name="email"
          label={words.email}
          description={words.emailHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          readOnly
          value={user.email}
          error={errors.email}
          errorProps={{ role: 'alert' }}
        />
        <div className={styles.actions}>
          <Button variant="default" disabled={isLocked} onClick={() => router.history.back()}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={create.isSuccess}>
            {words.submit}
          </Button>
        </div>
      </form>
    </div>
  )
}
