import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { ticketPeopleQuery } from '#web/features/tickets/details/ticket-details-queries.ts'
import { useTexts } from '#web/platform/texts.ts'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import { useFoundRows } from '#web/ui/controls/use-found-rows.ts'
import { conversationTexts } from './conversation.texts.ts'
import styles from './mention-input.module.css'
import { findMention, insertMention, type Mentioned } from './mention-text.ts'

type MentionInputProps = {
  customerId: string
  ticketId: string
  /** In a private text only staff can be named. */
  isPrivate: boolean
  label: string
  /** Where the tab above says it already. */
  isLabelHidden?: boolean
  placeholder?: string
  input?: RefObject<HTMLTextAreaElement | null>
  value: string
  error?: string | null
  isRequired?: boolean
  onChange: (text: string) => void
  onMention: (person: Mentioned) => void
  onSend: () => void
  /** By Shift beside the keys that send. */
  onSendFinally?: () => void
  onEscape?: () => void
  onPaste?: (event: ClipboardEvent) => void
}

/** A text in which people can be named: an @ brings up who can be. */
export function MentionInput(props: MentionInputProps) {
  const words = useTexts(conversationTexts)
  const id = useId()
  const [mention, setMention] = useState<{ start: number; caret: number; q: string } | null>(null)
  /** Whether Enter was pressed last, not Tab, which chooses as well. */
  const byEnter = useRef(false)
  const query = useQuery({
    ...ticketPeopleQuery(props.customerId, props.ticketId, { q: mention?.q.trim() ?? '', ...(props.isPrivate ? { of: 'staff' } : {}) }),
    enabled: mention !== null,
    placeholderData: (kept) => kept,
  })
  const people = mention ? (query.data?.people ?? []).slice(0, 8) : []
  const isOpen = people.length > 0
  const rows = useFoundRows({
    keys: people.map(({ userId }) => userId),
    isAnswered: mention !== null && !query.isPending && !query.isPlaceholderData,
    choose: (_, index) => choose(document.getElementById(`${id}-text`) as HTMLTextAreaElement | null, people[index]),
    otherwise: () => breakLine(document.getElementById(`${id}-text`) as HTMLTextAreaElement | null),
  })

  const look = (area: HTMLTextAreaElement) => {
    const found = findMention(area.value, area.selectionStart)
    setMention(found && { ...found, caret: area.selectionStart })
    rows.restart()
  }
  const choose = (area: HTMLTextAreaElement | null, person: Mentioned | undefined) => {
    if (!mention || !person) return
    // Looked for again: the text before it may have gone meanwhile, when what was sent was taken out of the box.
    const found = area && findMention(area.value, area.selectionStart)
    const place = found ? { ...found, caret: area.selectionStart } : mention
    const inserted = insertMention(props.value, place, person.name)
    props.onChange(inserted.text)
    props.onMention({ userId: person.userId, name: person.name })
    setMention(null)
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(inserted.caret, inserted.caret)
    })
  }
  /** By the browser, so that it can be undone like what is typed; later, as React takes back what is typed while it renders. */
  const breakLine = (area: HTMLTextAreaElement | null) =>
    queueMicrotask(() => {
      if (byEnter.current && document.activeElement === area) document.execCommand('insertText', false, '\n')
    })
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      return event.shiftKey && props.onSendFinally ? props.onSendFinally() : props.onSend()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (isOpen && step) {
      event.preventDefault()
      rows.step(step)
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      byEnter.current = event.key === 'Enter'
      rows.enter()
    } else if (event.key === 'Escape') {
      rows.forget()
      if (isOpen) setMention(null)
      else props.onEscape?.()
    }
  }

  return (
    <div className={styles.frame}>
      <LabelledTextArea
        ref={props.input}
        id={`${id}-text`}
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        placeholder={props.placeholder}
        rows={4}
        maxLength={100_000}
        required={props.isRequired ?? false}
        value={props.value}
        error={props.error}
        dir="auto"
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={rows.active < 0 ? undefined : `${id}-${rows.active}`}
        onChange={(event) => {
          props.onChange(event.currentTarget.value)
          look(event.currentTarget)
        }}
        onKeyDown={press}
        onPaste={props.onPaste}
        onBlur={() => {
          rows.forget()
          setMention(null)
        }}
      />
      {isOpen ? (
        <div id={`${id}-people`} role="listbox" aria-label={words.people} className={styles.people}>
          {people.map((person, index) => (
            <div
              key={person.userId}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === rows.active}
              className={styles.person}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(document.getElementById(`${id}-text`) as HTMLTextAreaElement | null, person)
              }}
            >
              <span>{person.name}</span>
              <span className={styles.dim}>{person.isStaff ? words.staff : person.email}</span>
            </div>
          ))}
        </div>
      ) : null}
      <p className={styles.announcement} role="status">
        {isOpen ? words.peopleFound(people.length) : ''}
      </p>
    </div>
  )
}
