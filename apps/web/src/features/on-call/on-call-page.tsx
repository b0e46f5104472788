import { useQuery } from '@tanstack/react-query'
import type { OnCallSchedule } from '@vakt/contract/on-call/on-call.ts'
import { PhoneCall } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './on-call.module.css'
import { onCallTexts } from './on-call.texts.ts'
import { schedulesQuery } from './on-call-queries.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleSection } from './schedule-section.tsx'

const newOne = 'new'

/** Who is on call now and next in each schedule, and the schedules themselves. */
export function OnCallPage() {
  const words = useTexts(onCallTexts)
  usePageTitle(words.title)
  const schedules = useQuery(schedulesQuery)
  const [open, setOpen] = useState<string | null>(null)
  const [opener, setOpener] = useState<{ of: string | null } | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  // In an effect, which runs once the form has given way to its button.
  useEffect(() => {
    if (opener) frame.current?.querySelector<HTMLElement>(`[data-opens="${opener.of}"]`)?.focus()
  }, [opener])
  const close = () => {
    setOpen(null)
    setOpener({ of: open })
  }
  const add = (
    <Button data-opens={newOne} variant={schedules.data?.length ? 'default' : 'filled'} onClick={() => setOpen(newOne)}>
      {words.add}
    </Button>
  )
  return (
    <div ref={frame} className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        {schedules.data && schedules.data.length > 0 ? <Conclusion schedules={schedules.data} /> : null}
        <p className={styles.intro}>{words.intro}</p>
      </header>
      {schedules.isError && !schedules.data ? (
        <ErrorState title={words.failed} error={schedules.error} onRetry={() => void schedules.refetch()} />
      ) : schedules.data ? (
        <>
          {schedules.data.map((schedule) =>
            open === schedule.scheduleId ? (
              <ScheduleForm key={schedule.scheduleId} schedule={schedule} onClose={close} />
            ) : (
              <ScheduleSection key={schedule.scheduleId} schedule={schedule} onEdit={() => setOpen(schedule.scheduleId)} />
            ),
          )}
          {open === newOne ? (
            <ScheduleForm schedule={null} onClose={close} />
          ) : schedules.data.length > 0 ? (
            <div>{add}</div>
          ) : (
            <EmptyState title={words.noneTitle} text={words.noneText} icon={<PhoneCall size={28} strokeWidth={1.5} />}>
              {add}
            </EmptyState>
          )}
        </>
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  )
}

/** Who is on call now, or where no one is. */
function Conclusion({ schedules }: { schedules: OnCallSchedule[] }) {
  const words = useTexts(onCallTexts)
  const resting = schedules.filter(({ now }) => now.isOutsideHours).length
  const without = schedules.filter(({ now }) => now.person === null).length - resting
  const names = [...new Set(schedules.flatMap(({ now }) => now.person?.name ?? []))]
  return (
    <p className={styles.now}>
      {without === 0 ? (
        [
          names.length > 0 ? words.covered(names, schedules.length > 1 && resting === 0) : '',
          resting > 0 ? words.resting(resting, schedules.length) : '',
        ]
          .filter(Boolean)
          .join(' ')
      ) : (
        <strong className={styles.gap}>{words.uncovered(without, schedules.length)}</strong>
      )}
    </p>
  )
}
