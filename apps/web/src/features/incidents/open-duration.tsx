import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { openDurationTexts } from './open-duration.texts.ts'

/** For how long something has been open. */
export function useDuration() {
  const format = useFormat()
  useTicks()
  return (iso: string, now = serverNow()): string => format.duration(Math.max(0, now - Date.parse(iso)) / 60_000, 'elapsed')
}

export function OpenDuration({ iso }: { iso: string }) {
  const words = useTexts(openDurationTexts)
  const format = useFormat()
  const duration = useDuration()
  return (
    <time dateTime={iso} title={words.since(format.exact(iso))}>
      {duration(iso)}
    </time>
  )
}
