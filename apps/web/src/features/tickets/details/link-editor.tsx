import { TextInput } from '@mantine/core'
import { linkTickets } from '@vakt/contract/tickets/ticket-details.ts'
import { type FormEvent, useState } from 'react'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import styles from './fact-editors.module.css'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

function PlainLinkEditor({ customerId, ticketId, onDone }: { customerId: string; ticketId: string; onDone: () => void }) {
  const words = useTexts(ticketDetailsTexts)
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string | null>(null)
  const link = useTicketCall(customerId, (otherTicketId: string) => call(linkTickets, { params: { customerId, ticketId, otherTicketId } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const otherTicketId = number.trim().replace(/^#/, '')
    if (link.isPending) return
    if (!/^[1-9]\d{0,17}$/.test(otherTicketId)) return setError(words.linkUnknown)
    if (otherTicketId === ticketId) return setError(words.linkItself)
    link.mutate(otherTicketId, {
      onSuccess: onDone,
      onError: (refused) =>
        setError(failureText(refused, { failed: words.changeFailed, messages: { 'error.not_found': words.linkUnknown } })),
    })
  }
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      <TextInput
        label={words.linkNumber}
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={number}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          setError(null)
        }}
      />
      <span className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={link.isPending}>
          {words.linkAdd}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </span>
    </form>
  )
}

export const LinkEditor = inMantine(PlainLinkEditor)
