import type { NewServiceWindow, ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { describeSchedule } from '@vakt/domain/service-windows/describe-schedule.ts'
import { cronExpressionOf, repeatsOf } from '@vakt/domain/service-windows/window-schedule.ts'
import type { WindowRow } from './window-table.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null
const spanOf = (span: WindowRow['ongoing']) =>
  span && {
    ...span,
    startsAt: new Date(span.startsAt).toISOString(),
    endsAt: new Date(span.endsAt).toISOString(),
    approvedUntil: span.approvedUntil && new Date(span.approvedUntil).toISOString(),
  }

export function presentWindow(row: WindowRow): ServiceWindow {
  const { serviceWindowId, customer_id, customerName, reason, schedule, durationInSeconds, scope, entities, notices, recipients } = row
  const { state, enabled, relatedTicketId, providerWindowId, modifiedBy, version } = row
  const cronExpression = cronExpressionOf(schedule)
  return {
    ...{ serviceWindowId, customer_id, customerName, reason, schedule, durationInSeconds, scope, entities, notices, recipients },
    ...{ state, repeats: repeatsOf(schedule), enabled, relatedTicketId, providerWindowId, modifiedBy, version, cronExpression },
    cronDescription: describeSchedule(schedule, cronExpression),
    approval: row.approval && { state: row.approval, by: row.approvalBy, at: iso(row.approvalAt), reason: row.approvalReason },
    ongoing: spanOf(row.ongoing),
    next: spanOf(row.next),
    unsettled: row.unsettled && { ...row.unsettled, since: new Date(row.unsettled.since).toISOString() },
    startsAt: row.startsAt.toISOString(),
    endsAt: iso(row.endsAt),
    createdBy: { userId: row.createdByUserId, name: row.createdBy },
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
  }
}

/** What of a window its user decides. */
export const contentOf = ({
  reason,
  schedule,
  durationInSeconds,
  scope,
  notices,
  relatedTicketId,
  approval,
}: WindowRow): NewServiceWindow => ({
  ...{ reason, schedule, durationInSeconds, scope, notices, relatedTicketId },
  createTicket: false,
  needsApproval: approval !== null,
})
