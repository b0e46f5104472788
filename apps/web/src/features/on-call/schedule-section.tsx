import type { OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import styles from './on-call.module.css'
import { onCallTexts } from './on-call.texts.ts'
import { useRemoveOverride, useRemoveSchedule, useRestoreSchedule } from './on-call-queries.ts'
import { OverrideDialog, type PlannedOverride } from './override-dialog.tsx'
import { OnCallTimeline } from './schedule-timeline.tsx'

const hour = 3_600_000

/** *Karin until Monday 08:00, then Oskar*, when the schedule is outside its hours, and when no one is on call who should be. */
function Now({ schedule: { now, until, next, gaps, layers } }: { schedule: OnCallSchedule }) {
  const words = useTexts(onCallTexts)
  const format = useFormat()
  const gone = [...new Set(layers.flatMap(({ people }) => people.filter(({ isGone }) => isGone).map(({ name }) => name)))]
  const [gap, ...more] = gaps
  return (
    <>
      <p className={styles.now}>
        {now.person ? (
          <>
            <strong>{now.person.name}</strong>{' '}
            {until === null
              ? words.openEnded
              : `${words.until(format.exact(until))}, ${next?.person ? words.thenNext(next.person.name) : words.nobodyNext}`}
          </>
        ) : now.isOutsideHours ? (
          [words.outside(format.exact(now.to)), next?.person ? words.thenNext(next.person.name) : ''].filter(Boolean).join(', ')
        ) : (
          <strong className={styles.gap}>{words.nobodyNow}</strong>
        )}
      </p>
      {gap ? (
        <p className={styles.gap}>
          {words.gap(format.exact(gap.from), format.exact(gap.to))}
          {more.length > 0 ? ` · ${words.moreGaps(more.length)}` : ''}
        </p>
      ) : null}
      {gone.map((name) => (
        <p key={name} className={styles.gap}>
          {words.isGone(name)}
        </p>
      ))}
    </>
  )
}

/** One schedule: who is on call now and next, its two weeks, and what can be done about it. */
export function ScheduleSection({ schedule, onEdit }: { schedule: OnCallSchedule; onEdit: () => void }) {
  const { scheduleId, name } = schedule
  const words = useTexts(onCallTexts)
  const [planned, setPlanned] = useState<PlannedOverride | null>(null)
  const [opened, setOpened] = useState<{ overrideId: string; name: string } | null>(null)
  const remove = useRemoveSchedule()
  const restore = useRestoreSchedule()
  const endOverride = useRemoveOverride(scheduleId)
  const bringBack = () =>
    void restore.mutateAsync(scheduleId).then(() => showToast(words.restored, 'success'), failureToast(words.notSaved))
  const takeAway = () =>
    void remove.mutateAsync(scheduleId).then(() => showUndoToast(words.removed(name), bringBack), failureToast(words.notRemoved))
  const planNow = () => setPlanned({ from: Math.ceil(serverNow() / hour) * hour, to: Math.ceil(serverNow() / hour) * hour + 8 * hour })
  return (
    <section aria-labelledby={`schedule-${scheduleId}`} className={styles.schedule}>
      <div className={styles.head}>
        <h2 id={`schedule-${scheduleId}`}>{name}</h2>
        <Button size="compact-sm" variant="default" aria-label={words.overrideOf(name)} onClick={planNow}>
          {words.override}
        </Button>
        <Button size="compact-sm" variant="default" data-opens={scheduleId} aria-label={words.editNamed(name)} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" aria-label={words.removeNamed(name)} onClick={takeAway}>
          {words.remove}
        </Button>
      </div>
      <Now schedule={schedule} />
      <OnCallTimeline
        schedule={schedule}
        onPlan={({ from, to }) => setPlanned({ from, to })}
        onOpenOverride={(overrideId, person) => setOpened({ overrideId, name: person })}
      />
      <OverrideDialog schedule={schedule} planned={planned} onClose={() => setPlanned(null)} />
      <ConfirmDialog
        isOpen={opened !== null}
        title={opened ? words.endOverrideTitle(opened.name) : ''}
        text={words.endOverrideText}
        action={words.endOverride}
        isBusy={endOverride.isPending}
        problem={endOverride.isError ? failureText(endOverride.error, { failed: words.notChanged }) : undefined}
        onConfirm={() =>
          opened &&
          endOverride.mutate(opened.overrideId, {
            onSuccess() {
              setOpened(null)
              showToast(words.overrideEnded, 'success')
            },
          })
        }
        onClose={() => {
          setOpened(null)
          endOverride.reset()
        }}
      />
    </section>
  )
}
