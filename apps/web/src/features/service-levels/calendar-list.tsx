import type { StoredBusinessCalendar } from '@vakt/contract/tickets/service-levels.ts'
import { useEffect, useRef, useState } from 'react'
import { writeHours } from '#web/forms/week-hours.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { CalendarForm } from './calendar-form.tsx'
import { useRemoveCalendar } from './service-level-queries.ts'
import styles from './service-levels.module.css'
import { serviceLevelTexts } from './service-levels.texts.ts'

type Words = { around: string; weekdays: Record<number, string> }

/** `Mo–Fr 08:00–17:00`: days that follow on each other with the same hours stand together. */
function describeWeek({ alwaysOpen, week }: StoredBusinessCalendar, words: Words): string {
  if (alwaysOpen) return words.around
  const spans: { from: number; to: number; hours: string }[] = []
  week.forEach((hours, day) => {
    const written = writeHours(hours)
    const last = spans.at(-1)
    if (last && last.to === day - 1 && last.hours === written) last.to = day
    else spans.push({ from: day, to: day, hours: written })
  })
  const short = (day: number) => words.weekdays[day]?.slice(0, 3) ?? ''
  const open = spans.filter(({ hours }) => hours !== '')
  return open.map(({ from, to, hours }) => `${short(from)}${to > from ? `–${short(to)}` : ''} ${hours}`).join(', ')
}

export function CalendarList({ calendars }: { calendars: StoredBusinessCalendar[] }) {
  const words = useTexts(serviceLevelTexts)
  const [open, setOpen] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<StoredBusinessCalendar | null>(null)
  const remove = useRemoveCalendar()
  const frame = useRef<HTMLDivElement>(null)
  const [opener, setOpener] = useState<{ of: string | null } | null>(null)
  // In an effect, which runs once the form has given way to its button, and after the dialog has closed: what is under an open dialog takes no focus.
  useEffect(() => {
    if (opener) frame.current?.querySelector<HTMLElement>(`[data-opens="${opener.of}"]`)?.focus()
  }, [opener])
  const close = () => {
    setOpen(null)
    setOpener({ of: open })
  }
  const takeAway = (calendarId: string) =>
    remove.mutate(calendarId, {
      onSuccess() {
        setLeaving(null)
        showToast(words.removed, 'success')
        setOpener({ of: 'new' })
      },
    })
  return (
    <div ref={frame}>
      {calendars.length === 0 && open === null ? <p className={styles.intro}>{words.noCalendars}</p> : null}
      <ul className={styles.calendars}>
        {calendars.map((calendar) => (
          <li key={calendar.calendarId}>
            <div className={styles.calendar}>
              <div className={styles.about}>
                <span className={styles.name}>{calendar.name}</span>
                <span className={styles.hint}>
                  {describeWeek(calendar, words)} · {calendar.timeZone} · {words.usedBy(calendar.usedBy)}
                </span>
              </div>
              {calendar.isUsed ? null : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={words.removeNamed(calendar.name)}
                  onClick={() => setLeaving(calendar)}
                >
                  {words.remove}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                data-opens={calendar.calendarId}
                aria-label={words.editNamed(calendar.name)}
                onClick={() => setOpen(calendar.calendarId)}
              >
                {words.edit}
              </Button>
            </div>
            {open === calendar.calendarId ? <CalendarForm key={calendar.version} calendar={calendar} onClose={close} /> : null}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <CalendarForm calendar={null} onClose={close} />
      ) : (
        <Button variant="default" data-opens="new" onClick={() => setOpen('new')}>
          {words.addCalendar}
        </Button>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={leaving ? words.removeTitle(leaving.name) : ''}
        text={words.removeText}
        action={words.remove}
        isBusy={remove.isPending}
        problem={remove.isError ? failureText(remove.error, { failed: words.notRemoved }) : undefined}
        onConfirm={() => leaving && takeAway(leaving.calendarId)}
        onClose={() => {
          setLeaving(null)
          remove.reset()
        }}
      />
    </div>
  )
}
