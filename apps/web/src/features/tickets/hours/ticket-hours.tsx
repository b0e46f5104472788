import { type TicketHours as Hours, type HoursEntry, removeHours } from '@vakt/contract/tickets/ticket-hours.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { hourKindTexts } from './hour-kinds.texts.ts'
import { hoursTexts } from './hours.texts.ts'
import styles from './ticket-hours.module.css'

const loadForm = () => import('./hours-form.tsx')
const HoursForm = lazy(() => loadForm().then((module) => ({ default: module.HoursForm })))
const prepareForm = () => void loadForm().catch(() => {})

type TicketHoursProps = { customerId: string; ticketId: string; hours: Hours; mayRegister: boolean }

/** Registered time by date, with its totals; staff add, change and remove. */
export function TicketHours({ customerId, ticketId, hours, mayRegister }: TicketHoursProps) {
  const words = { ...useTexts(hoursTexts), ...useTexts(hourKindTexts) }
  /** The entry in the form, `new` for one more. */
  const [edited, setEdited] = useState<HoursEntry | 'new' | null>(null)
  /** Where the form was opened, to have the focus again. */
  const [left, setLeft] = useState<string | null>(null)
  const register = useRef<HTMLButtonElement>(null)
  const { entries, totals } = hours
  const close = () => {
    setLeft(edited === null || edited === 'new' ? edited : edited.entryId)
    setEdited(null)
  }
  return (
    <Section
      title={words.title}
      aside={
        mayRegister && edited !== 'new' ? (
          <Button
            ref={register}
            size="compact-sm"
            variant="default"
            autoFocus={left === 'new'}
            onPointerEnter={prepareForm}
            onFocus={prepareForm}
            onClick={() => setEdited('new')}
          >
            {words.register}
          </Button>
        ) : null
      }
    >
      <Suspense>{edited === 'new' ? <HoursForm customerId={customerId} ticketId={ticketId} onDone={close} /> : null}</Suspense>
      {entries.length === 0 ? (
        <p className={styles.none}>{words.none}</p>
      ) : (
        <>
          <dl className={styles.totals}>
            <Total label={words.total} minutes={totals.billable + totals.nonBillable} />
            <Total label={words.billable} minutes={totals.billable} />
            <Total label={words.nonBillable} minutes={totals.nonBillable} />
            {totals.byType.map(({ hourType, billable, nonBillable }) => (
              <Total key={hourType} label={words[hourType]} minutes={billable + nonBillable} />
            ))}
          </dl>
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.entryId}>
                {edited !== 'new' && edited?.entryId === entry.entryId ? (
                  <Suspense>
                    <HoursForm customerId={customerId} ticketId={ticketId} entry={entry} onDone={close} />
                  </Suspense>
                ) : (
                  <Entry
                    customerId={customerId}
                    ticketId={ticketId}
                    entry={entry}
                    wasEdited={left === entry.entryId}
                    onRemoved={() => register.current?.focus()}
                    {...(mayRegister ? { onEdit: () => setEdited(entry) } : {})}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Total({ label, minutes }: { label: string; minutes: number }) {
  const format = useFormat()
  return (
    <div>
      <dt>{label}</dt>
      <dd>{format.duration(minutes, 'hours')}</dd>
    </div>
  )
}

type EntryProps = {
  customerId: string
  ticketId: string
  entry: HoursEntry
  wasEdited: boolean
  onRemoved: () => void
  onEdit?: () => void
}

function Entry({ customerId, ticketId, entry, wasEdited, onRemoved, onEdit }: EntryProps) {
  const words = { ...useTexts(hoursTexts), ...useTexts(hourKindTexts) }
  const format = useFormat()
  const [asked, setAsked] = useState<'never' | 'now' | 'before'>('never')
  const remove = useTicketCall(customerId, async () => {
    await call(removeHours, { params: { customerId, ticketId, entryId: entry.entryId } })
    // Told here: the entry is gone, with all that waits for it, as soon as the ticket is asked for again.
    showToast(words.removed, 'success')
    onRemoved()
  })
  return (
    <div className={styles.entry}>
      <span className={styles.time}>{format.duration(entry.minutes, 'hours')}</span>
      <span className={styles.note}>{entry.note}</span>
      <span className={styles.about}>
        {entry.date} · {entry.author} · {words[entry.hourType]} · {entry.billable ? words.billable : words.nonBillable}
      </span>
      {onEdit ? (
        <span className={styles.tools}>
          {asked === 'now' ? (
            <>
              <span>{words.removeSure}</span>
              <Button
                size="compact-sm"
                color="red"
                loading={remove.isPending}
                onClick={() => remove.mutate(undefined, { onError: failureToast(words.removeFailed) })}
              >
                {words.removeYes}
              </Button>
              <Button size="compact-sm" variant="default" autoFocus onClick={() => setAsked('before')}>
                {words.cancel}
              </Button>
            </>
          ) : (
            <>
              <button
                type="button"
                className={styles.tool}
                aria-label={words.edit(entry.note)}
                // biome-ignore lint/a11y/noAutofocus: the form stood in its place
                autoFocus={wasEdited}
                onClick={onEdit}
              >
                <Pencil size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                className={styles.tool}
                aria-label={words.remove(entry.note)}
                // biome-ignore lint/a11y/noAutofocus: the question stood in its place
                autoFocus={asked === 'before'}
                onClick={() => setAsked('now')}
              >
                <Trash2 size={14} aria-hidden="true" />
              </button>
            </>
          )}
        </span>
      ) : null}
    </div>
  )
}
