import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import type { Times } from '#web/shared/service-windows/window-times.ts'

/** The occurrence that a window is spoken of by: the ongoing one, the next, or all of it when it is over. */
export function shownTimes({ ongoing, next, startsAt, endsAt, durationInSeconds }: ServiceWindow): Times {
  const end = () => endsAt ?? new Date(Date.parse(startsAt) + durationInSeconds * 1000).toISOString()
  return ongoing ?? next ?? { startsAt, endsAt: end() }
}
