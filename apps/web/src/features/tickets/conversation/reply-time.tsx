import { type HourType, hourTypes, type NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import { toPlainLine } from '@vakt/domain/plain-line.ts'
import { Clock } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { hourKindTexts } from '#web/features/tickets/hours/hour-kinds.texts.ts'
import { hoursTexts } from '#web/features/tickets/hours/hours.texts.ts'
import { parseDuration } from '#web/forms/duration.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { CrossButton } from '#web/ui/controls/cross-button.tsx'
import { PlainInput, PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './reply-time.module.css'

type Draft = { time: string; hourType: HourType; billable: boolean; note: string }

const empty: Draft = { time: '', hourType: 'normal', billable: true, note: '' }

/** The day here, such as `2026-11-21`. */
const today = () => {
  const now = new Date(serverNow())
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** What the entry says: its own note, else the first line of a text that the customer may read. */
function noteOf({ note }: Draft, { body, isPrivate, internalWork }: { body: string; isPrivate: boolean; internalWork: string }): string {
  const line = isPrivate ? '' : toPlainLine(body.trim().split('\n')[0] ?? '')
  return (note.trim() || line || internalWork).slice(0, 200)
}

/** The time that goes with a comment. `read` gives it as it is sent, undefined for none, or null where what was typed is no time. */
export function useReplyTime() {
  const words = useTexts(conversationTexts)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const put = (change: Partial<Draft>) => {
    setWrong(false)
    setDraft((now) => ({ ...empty, ...now, ...change }))
  }
  const clear = () => {
    setDraft(null)
    setWrong(false)
  }
  const read = (body: string, isPrivate: boolean): NewHours | undefined | null => {
    if (!draft || (draft.time.trim() === '' && draft.note.trim() === '')) return undefined
    const minutes = parseDuration(draft.time)
    if (!minutes || minutes > 10_080) {
      setWrong(true)
      input.current?.focus()
      return null
    }
    const note = noteOf(draft, { body, isPrivate, internalWork: words.internalWork })
    return { minutes, note, date: today(), hourType: draft.hourType, billable: draft.billable }
  }
  return { draft, isWrong, input, put, clear, read, open: () => put({}) }
}

type ReplyTimeProps = { time: ReturnType<typeof useReplyTime>; isPrivate: boolean }

export function ReplyTimeButton({ time }: { time: ReturnType<typeof useReplyTime> }) {
  const words = useTexts(conversationTexts)
  if (time.draft) return null
  return (
    <Button variant="subtle" size="compact-sm" leftSection={<Clock size={14} aria-hidden="true" />} onClick={time.open}>
      {words.addTime}
    </Button>
  )
}

/** Minutes, type and whether they are billed, in one row of the composer. */
export function ReplyTime({ time, isPrivate }: ReplyTimeProps) {
  const words = useTexts(conversationTexts)
  const hours = { ...useTexts(hoursTexts), ...useTexts(hourKindTexts) }
  const id = useId()
  const { draft, isWrong, put } = time
  if (!draft) return null
  return (
    <fieldset className={styles.time}>
      <legend className={styles.legend}>{words.timeOf}</legend>
      <PlainInput
        ref={time.input}
        className={styles.minutes}
        aria-label={hours.time}
        placeholder="30 min"
        autoFocus
        value={draft.time}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => put({ time: event.currentTarget.value })}
      />
      <PlainSelect
        aria-label={hours.hourType}
        value={draft.hourType}
        onChange={(event) => put({ hourType: hourTypes.find((one) => one === event.currentTarget.value) ?? 'normal' })}
      >
        {hourTypes.map((value) => (
          <option key={value} value={value}>
            {hours[value]}
          </option>
        ))}
      </PlainSelect>
      <CheckBox label={hours.billable} checked={draft.billable} onChange={(event) => put({ billable: event.currentTarget.checked })} />
      <PlainInput
        className={styles.note}
        aria-label={hours.note}
        placeholder={isPrivate ? words.timePrivateNote : words.timeNote}
        maxLength={200}
        value={draft.note}
        onChange={(event) => put({ note: event.currentTarget.value })}
      />
      <CrossButton label={words.removeTime} onClick={time.clear} />
      {isWrong ? (
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          {words.timeWrong}
        </p>
      ) : null}
    </fieldset>
  )
}
