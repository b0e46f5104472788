import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainTextArea } from '#web/ui/controls/plain-input.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { useAddNote } from './incident-details-queries.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

const FailureNote = lazy(() => import('#web/ui/page/failure-note.tsx').then((module) => ({ default: module.FailureNote })))

/** The one place to write. What is typed stays until it was saved. Staff begin with Public on a ticket, and with Internal without one. */
export function NoteForm({ customerId, incident }: { customerId: string; incident: IncidentDetails }) {
  const words = useTexts(incidentPageTexts)
  const byStaff = isStaff(useSession())
  const add = useAddNote(customerId, incident.incidentId)
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState('')
  const [audience, setAudience] = useState<'public' | 'internal'>(incident.ticket ? 'public' : 'internal')
  const onTicket = incident.ticket && incident.ticket.status !== 'closed' ? incident.ticket.ticketId : null
  useShortcuts({ r: () => text.current?.focus() })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate({ note, ...(byStaff ? { private: audience === 'internal' } : {}) }, { onSuccess: () => setNote('') })
      }}
    >
      <label htmlFor={id}>{words.update}</label>
      <PlainTextArea
        ref={text}
        id={id}
        rows={1}
        className={styles.note}
        maxLength={10_000}
        placeholder={words.updatePlaceholder}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey, nativeEvent, currentTarget }) => {
          if (nativeEvent.isComposing) return
          if (key === 'Escape') currentTarget.blur()
          if (key === 'Enter' && (ctrlKey || metaKey) && !add.isPending) currentTarget.form?.requestSubmit()
        }}
      />
      {add.isError ? (
        <Suspense>
          <FailureNote
            className={styles.problem}
            error={add.error}
            words={note.trim() === '' ? { ...words, failed: words.messages['incident.note_empty'] ?? words.failed } : words}
          />
        </Suspense>
      ) : null}
      <div className={styles.send}>
        {byStaff ? (
          <FilterTabs
            label={words.audience}
            options={[
              { value: 'public', label: words.public },
              { value: 'internal', label: words.internal },
            ]}
            value={audience}
            onChange={setAudience}
          />
        ) : null}
        <span className={styles.dim}>{onTicket ? words.onTicket(onTicket) : null}</span>
        <Button type="submit" variant="default" loading={add.isPending}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
