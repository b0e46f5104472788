import { type TicketHours as Hours, type HoursEntry, removeHours } from '@vakt/contract/ticket-hours.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/detail-page.tsx'
import { showToast } from '#web/ui/toast.ts'
import { hoursTexts } from './hours.texts.ts'
import { HoursForm } from './hours-form.tsx'
import { describeMinutes } from './hours-words.ts'
import styles from './ticket-hours.module.css'
import { useTicketCall } from './ticket-mutations.ts'

type TicketHoursProps = { customerId: string; ticketId: string; hours: Hours; mayRegister: boolean }

/** Registered time by date, with its totals; staff add, change and remove. */
export function TicketHours({ customerId, ticketId, hours, mayRegister }: TicketHoursProps) {
  const words = useTexts(hoursTexts)
  /** The entry in the form, `new` for one more. */
  const [edited, setEdited] = useState<HoursEntry | 'new' | null>(null)
  const { entries, totals } = hours
  const close = () => setEdited(null)
  return (
    <Section
      title={words.title}
      aside={
        mayRegister && edited !== 'new' ? (
          <Button size="compact-sm" variant="default" onClick={() => setEdited('new')}>
            {words.register}
          </Button>
        ) : null
      }
    >
      {edited === 'new' ? <HoursForm customerId={customerId} ticketId={ticketId} onDone={close} /> : null}
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
                  <HoursForm customerId={customerId} ticketId={ticketId} entry={entry} onDone={close} />
                ) : (
                  <Entry
                    customerId={customerId}
                    ticketId={ticketId}
                    entry={entry}
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
  return (
    <div>
      <dt>{label}</dt>
      <dd>{describeMinutes(minutes)}</dd>
    </div>
  )
}

type EntryProps = { customerId: string; ticketId: string; entry: HoursEntry; onEdit?: () => void }

function Entry({ customerId, ticketId, entry, onEdit }: EntryProps) {
  const words = useTexts(hoursTexts)
  const [isAsked, setAsked] = useState(false)
  const remove = useTicketCall(customerId, () => call(removeHours, { params: { customerId, ticketId, entryId: entry.entryId } }))
  return (
    <div className={styles.entry}>
      <span className={styles.time}>{describeMinutes(entry.minutes)}</span>
      <span className={styles.note}>{entry.note}</span>
      <span className={styles.about}>
        {entry.date} · {entry.author} · {words[entry.hourType]} · {entry.billable ? words.billable : words.nonBillable}
      </span>
      {onEdit ? (
        <span className={styles.tools}>
          {isAsked ? (
            <>
              <span>{words.removeSure}</span>
              <Button
                size="compact-sm"
                color="red"
                loading={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, {
                    onSuccess: () => showToast(words.removed, 'success'),
                    onError: () => showToast(words.failed, 'failure'),
                  })
                }
              >
                {words.removeYes}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setAsked(false)}>
                {words.cancel}
              </Button>
            </>
          ) : (
            <>
              <button type="button" className={styles.tool} aria-label={words.edit(entry.note)} onClick={onEdit}>
                <Pencil size={14} aria-hidden="true" />
              </button>
              <button type="button" className={styles.tool} aria-label={words.remove(entry.note)} onClick={() => setAsked(true)}>
                <Trash2 size={14} aria-hidden="true" />
              </button>
            </>
          )}
        </span>
      ) : null}
    </div>
  )
}
