import { useSyncExternalStore } from 'react'
import { useFormat } from '#web/platform/format.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticks = 0

function subscribeToTicks(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    ticks += 1
    for (const notify of listeners) notify()
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** How long ago, kept up to date; the exact time in the user's zone on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const format = useFormat()
  useSyncExternalStore(subscribeToTicks, () => ticks)
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {format.relative(iso)}
    </time>
  )
}
