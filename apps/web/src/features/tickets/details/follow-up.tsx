import { useNavigate } from '@tanstack/react-router'
import { followUpTicket } from '@vakt/contract/tickets/ticket-details.ts'
import { type FormEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { conversationTexts } from '#web/features/tickets/conversation/conversation.texts.ts'
import { keepPictures } from '#web/features/tickets/conversation/picture-text.ts'
import { useReplyDraft } from '#web/features/tickets/conversation/reply-draft.ts'
import styles from '#web/features/tickets/conversation/ticket-reply.module.css'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import { showToast } from '#web/ui/toast/toast.ts'

type FollowUpProps = {
  customerId: string
  ticketId: string
  /** Where the caret was in the comment that someone was writing when the ticket was closed; null when no one was. */
  left: RefObject<number | null>
}

/** The files of a comment stay behind with it. */
const withoutPictures = (text: string) => keepPictures(text, [])

/** What is closed stays closed: anyone who has more to say opens a ticket that goes on from here. */
export function FollowUp({ customerId, ticketId, left }: FollowUpProps) {
  const words = useTexts(conversationTexts)
  const messages = useTexts(ticketMessageTexts)
  const { user } = useSession()
  const navigate = useNavigate()
  const [begun] = useReplyDraft(user.email, ticketId)
  const [kept, keep] = useReplyDraft(user.email, `${ticketId}.follow-up`)
  // What was being written when the ticket was closed goes on here, unless it was not for the customer to see.
  const [takesOver, setTakesOver] = useState(!begun.isPrivate)
  const text = kept.text || (takesOver ? withoutPictures(begun.text) : '')
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  // Before the next key is pressed: it goes on with the text that was taken over, and never with one that was private.
  useLayoutEffect(() => {
    if (left.current === null) return
    const goesOn = takesOver && input.current?.value ? input.current : null
    ;(goesOn ?? title.current)?.focus({ preventScroll: true })
    const caret = withoutPictures(begun.text.slice(0, left.current)).length
    goesOn?.setSelectionRange(caret, caret)
    left.current = null
  }, [left, takesOver, begun])
  const followUp = useTicketCall(customerId, (description: string) =>
    call(followUpTicket, { params: { customerId, ticketId }, body: { description } }),
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (followUp.isPending) return
    if (text.trim() === '') {
      setError(words.followUpEmpty)
      input.current?.focus()
      return
    }
    followUp.mutate(text, {
      onError: () => setError(messages['ticket.create.unknown_error']),
      onSuccess(created) {
        keep({ text: '' })
        showToast(words.followUpMade, 'success')
        void navigate({ to: '/tickets/$customerId/$ticketId/details', params: { customerId, ticketId: created.ticketId } })
      },
    })
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h3 ref={title} id={titleId} tabIndex={-1} className={styles.hint}>
        {words.followUpTitle}
      </h3>
      <LabelledTextArea
        ref={input}
        label={words.followUpLabel}
        rows={3}
        maxLength={100_000}
        dir="auto"
        aria-describedby={titleId}
        value={text}
        error={error}
        onChange={(event) => {
          keep({ text: event.currentTarget.value })
          setTakesOver(false)
          setError(null)
        }}
      />
      <div className={styles.row}>
        <Button type="submit" variant="default" className={styles.send} loading={followUp.isPending}>
          {words.followUp}
        </Button>
      </div>
    </form>
  )
}
