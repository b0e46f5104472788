import { useFormat } from '#web/platform/format.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'

/** How long ago, kept up to date; the exact time in the user's zone on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const format = useFormat()
  useTicks()
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {format.relative(iso)}
    </time>
  )
}
