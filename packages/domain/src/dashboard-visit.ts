/** When a user last looked at a dashboard, and when the visit before that ended; null on the first one. */
export type DashboardVisit = { seenAt: Date; previousSeenAt: Date | null }

/** After so long without a look the next one begins a new visit. */
const visitEndsAfterMs = 30 * 60_000
const writtenEveryMs = 5 * 60_000
const longestPeriodMs = 14 * 86_400_000

const isOver = ({ seenAt }: DashboardVisit, now: Date) => now.getTime() - seenAt.getTime() > visitEndsAfterMs

/** Since when changes are news to the user: the end of the last visit, at most 14 days ago. Null on the first visit. */
export function changesSince(visit: DashboardVisit | null, now: Date): Date | null {
  if (!visit) return null
  const endedAt = isOver(visit, now) ? visit.seenAt : visit.previousSeenAt
  return endedAt && new Date(Math.max(endedAt.getTime(), now.getTime() - longestPeriodMs))
}

/** What to store when the user looks at the dashboard; null where that was stored less than five minutes ago. */
export function visitAfterLook(visit: DashboardVisit | null, now: Date): DashboardVisit | null {
  if (!visit) return { seenAt: now, previousSeenAt: null }
  if (now.getTime() - visit.seenAt.getTime() < writtenEveryMs) return null
  return { seenAt: now, previousSeenAt: isOver(visit, now) ? visit.seenAt : visit.previousSeenAt }
}
