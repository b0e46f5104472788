import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { findTicketPeople } from '@vakt/contract/tickets/ticket-details.ts'
import { changeManyTickets, type ManyTicketsChange, type ManyTicketsOutcome } from '@vakt/contract/tickets/ticket-list.ts'
import { type TicketStatus, ticketStatuses } from '@vakt/contract/tickets/tickets.ts'
import { type FormEvent, useState } from 'react'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useUndo } from '#web/features/tickets/use-undo.ts'
import { BulkProgressNote } from '#web/lists/bulk-progress-note.tsx'
import { useBulkRun } from '#web/lists/use-bulk-run.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { errorMessageTexts } from '#web/ui/page/error-messages.texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import styles from './ticket-bulk.module.css'
import { ticketBulkTexts } from './ticket-bulk.texts.ts'

type DialogProps = { customerId: string; isOpen: boolean; selection: RowSelection<TicketRow>; onClose: () => void }

const asItIs = ''
const nobody = 'nobody'
const levelKeys = ['critical', 'high', 'medium', 'low', 'planning'] as const
const nothing = { status: asItIs, priority: asItIs, assignee: asItIs, addTags: '', removeTags: '', comment: '' }
type Draft = typeof nothing

const tagsIn = (text: string) => {
  const tags = text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  return tags.length > 0 ? tags : undefined
}

function changeOf({ status, priority, assignee, addTags, removeTags, comment }: Draft): Omit<ManyTicketsChange, 'tickets'> {
  const [added, removed] = [tagsIn(addTags), tagsIn(removeTags)]
  return {
    ...(status ? { status: status as TicketStatus } : {}),
    ...(priority ? { priority: Number(priority) } : {}),
    ...(assignee ? { assigneeId: assignee === nobody ? null : assignee } : {}),
    ...(added ? { addTags: added } : {}),
    ...(removed ? { removeTags: removed } : {}),
    ...(comment.trim() ? { comment } : {}),
  }
}

/** Changes the chosen tickets together, and says which could not be changed and why. */
export function TicketBulkDialog({ customerId, isOpen, selection, onClose }: DialogProps) {
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketBulkTexts) }
  const levels = useTexts(severityTexts)
  const errors: Record<string, string> = useTexts(errorMessageTexts)
  const statuses = useTexts(ticketStatusTexts)
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(nothing)
  const [outcome, setOutcome] = useState<ManyTicketsOutcome | null>(null)
  const ownerOf = ({ customer }: TicketRow) => customer?.customerId ?? customerId
  const [first] = selection.chosen
  const people = useQuery({
    queryKey: ['ticket-people', first && ownerOf(first), first?.ticketId, 'staff'],
    queryFn: ({ signal }) =>
      call(findTicketPeople, {
        params: { customerId: first ? ownerOf(first) : '', ticketId: first?.ticketId ?? '' },
        query: { of: 'staff' },
        signal,
      }),
    enabled: isOpen && first !== undefined,
  })
  const tell = useUndo()
  const set = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const change = changeOf(draft)
  const lacksComment = change.status !== undefined && change.comment === undefined
  const close = () => {
    setDraft(nothing)
    setOutcome(null)
    onClose()
  }
  const isEmpty = Object.keys(change).length === 0
  const bulk = useBulkRun(selection)
  const apply = useMutation({
    async mutationFn() {
      const { outcomes, untried, failure } = await bulk.start((rows) => {
        const tickets = rows.map((row) => ({ customerId: ownerOf(row), ticketId: row.ticketId }))
        return call(changeManyTickets, { body: { tickets, ...change } })
      })
      await queryClient.invalidateQueries({ queryKey: ['tickets'] })
      const whole = {
        changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
        refused: outcomes.flatMap(({ refused }) => refused),
        undo: outcomes.flatMap(({ undo }) => undo),
      }
      tell(whole, change.comment !== undefined)
      if (failure) failureToast(words.failed)(failure.error)
      const left = new Set([...whole.refused, ...untried].map(({ ticketId }) => ticketId))
      if (left.size === 0) selection.clear()
      else selection.keepOnly(({ ticketId }) => left.has(ticketId))
      if (whole.refused.length > 0) setOutcome(whole)
      else if (left.size === 0) close()
    },
    onError: failureToast(words.failed),
  })
  const reasons: Record<string, string> = {
    'ticket.closed': words.isClosed,
    'error.not_found': words.isGone,
    'ticket.status.not_possible': words.notPossible,
    'ticket.changed_meanwhile': words.changedMeanwhile,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty && !lacksComment && !apply.isPending) apply.mutate()
  }

  if (outcome) {
    return (
      <Dialog isOpen={isOpen} title={words.title(outcome.changed + outcome.refused.length)} onClose={close}>
        {outcome.changed > 0 ? <p>{words.changed(outcome.changed)}</p> : null}
        <p>{words.refused(outcome.refused.length)}</p>
        <ul className={styles.refused}>
          {outcome.refused.map(({ ticketId, message, message_translation_key }) => (
            <li key={ticketId}>
              #{ticketId}: {reasons[message_translation_key] ?? errors[message_translation_key] ?? message}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={close}>{words.done}</Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    // What is written outlives Escape and a press beside the dialog.
    <Dialog isOpen={isOpen} title={words.title(selection.chosen.length)} onClose={onClose}>
      <form
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.currentTarget.requestSubmit()}
      >
        <div className={styles.columns}>
          <Choice label={words.status} value={draft.status} onChange={(status) => set({ status })} none={words.asItIs}>
            {ticketStatuses.map((status) => ({ value: status, label: statuses[status] }))}
          </Choice>
          <Choice label={words.priority} value={draft.priority} onChange={(priority) => set({ priority })} none={words.asItIs}>
            {levelKeys.map((key, index) => ({ value: String(index + 1), label: levels[key] }))}
          </Choice>
        </div>
        <Choice label={words.assignee} value={draft.assignee} onChange={(assignee) => set({ assignee })} none={words.asItIs}>
          {[
            { value: nobody, label: words.nobody },
            ...(people.data?.people ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
        </Choice>
        <div className={styles.columns}>
          <label>
            {words.addTags}
            <input
              value={draft.addTags}
              maxLength={500}
              placeholder={words.tagsHint}
              onChange={(event) => set({ addTags: event.currentTarget.value })}
            />
          </label>
          <label>
            {words.removeTags}
            <input
              value={draft.removeTags}
              maxLength={500}
              placeholder={words.tagsHint}
              onChange={(event) => set({ removeTags: event.currentTarget.value })}
            />
          </label>
        </div>
        <label>
          {words.comment}
          <textarea
            rows={4}
            value={draft.comment}
            required={change.status !== undefined}
            onChange={(event) => set({ comment: event.currentTarget.value })}
          />
        </label>
        {change.comment !== undefined ? <p className={styles.once}>{words.cannotBeUndone}</p> : null}
        {isEmpty || lacksComment ? <p role="status">{isEmpty ? words.nothingChosen : words.commentNeeded}</p> : null}
        <DialogActions>
          {bulk.progress ? <BulkProgressNote progress={bulk.progress} onStop={bulk.stop} /> : null}
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={isEmpty || lacksComment} loading={apply.isPending}>
            {words.apply}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ChoiceProps = {
  label: string
  none: string
  value: string
  onChange: (value: string) => void
  children: { value: string; label: string }[]
}

function Choice({ label, none, value, onChange, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value={asItIs}>{none}</option>
        {children.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
