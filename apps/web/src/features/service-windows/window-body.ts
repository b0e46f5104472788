import type { NewServiceWindow, ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { toLocalTime } from '#web/forms/local-time.ts'

/** A window as a change of it is sent. */
function bodyOf(window: ServiceWindow): NewServiceWindow & { version: number } {
  const { reason, schedule, durationInSeconds, scope, relatedTicketId, approval, notices, version } = window
  return {
    reason,
    schedule,
    durationInSeconds,
    scope,
    relatedTicketId,
    createTicket: false,
    needsApproval: approval !== null,
    notices,
    version,
  }
}

/** The same window, once, between these moments. */
export function movedBody(window: ServiceWindow, { from, to }: { from: number; to: number }): NewServiceWindow & { version: number } {
  const body = bodyOf(window)
  const startsAt = toLocalTime(new Date(from).toISOString(), window.schedule.timeZone)
  return { ...body, schedule: { ...window.schedule, startsAt }, durationInSeconds: Math.round((to - from) / 1000) }
}
