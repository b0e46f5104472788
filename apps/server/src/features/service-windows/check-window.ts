import type { NewServiceWindow, WindowScope } from '@vakt/contract/service-windows/service-windows.ts'
import { scopeKeysOf } from '@vakt/domain/service-windows/scope-key.ts'
import { checkWindowSchedule, firstStart, lastEnd, repeatsOf } from '@vakt/domain/service-windows/window-schedule.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { readRoles } from './notice-table.ts'
import { hasAllEntities, hasTicket, hasUsers } from './scope-table.ts'
import type { Approval, WindowContent } from './window-table.ts'

/** Throws Invalid with every problem of a schedule. */
export function checkSchedule(wanted: Pick<NewServiceWindow, 'schedule' | 'durationInSeconds'>, now: Date): void {
  if (!isTimeZone(wanted.schedule.timeZone))
    throw Invalid.field('schedule.timeZone', 'This time zone is not known. Choose one from the list.', 'error.time_zone')
  const problems = checkWindowSchedule(wanted, now)
  if (problems.length > 0)
    throw new Invalid(problems.map(({ property, message, key }) => ({ property, message, message_translation_key: key })))
}

/** Throws Invalid for one that covers nothing. */
export function checkScope(scope: WindowScope): void {
  if (scopeKeysOf(scope).length > 0) return
  if (scope.metrics.length > 0)
    throw Invalid.field('scope.metrics', 'Add resources before you choose metrics.', 'service_window.metrics_before_resources')
  throw Invalid.field('scope', 'Add at least one resource, resource group or tag.', 'service_window.scope_empty')
}

/** Refuses resources, users, roles and tickets that are not the customer's, in the words of what does not exist. */
export async function checkReferences(
  transaction: Transaction,
  customerId: string,
  { scope, notices, relatedTicketId, createTicket }: NewServiceWindow,
): Promise<void> {
  checkScope(scope)
  if (scope.entityIds.length > 0 && !(await hasAllEntities(transaction, customerId, scope.entityIds)))
    throw Invalid.field('scope.entityIds', 'A resource does not exist. Choose resources from the list.', 'service_window.entity_unknown')
  if (notices.userIds.length > 0 && !(await hasUsers(transaction, customerId, notices.userIds)))
    throw Invalid.field('notices.userIds', 'A person cannot be found here. Choose people from the list.', 'service_window.person_unknown')
  if (notices.roles.length > 0) {
    const roles = await readRoles(transaction, customerId)
    if (notices.roles.some((role) => !roles.includes(role)))
      throw Invalid.field('notices.roles', 'A role does not exist here. Choose roles from the list.', 'service_window.role_unknown')
  }
  if (relatedTicketId !== null && createTicket)
    throw Invalid.field('createTicket', 'Relate a ticket or have one created, not both.', 'service_window.two_tickets')
  if (relatedTicketId !== null && !(await hasTicket(transaction, customerId, relatedTicketId)))
    throw Invalid.field('relatedTicketId', 'There is no such ticket at this customer.', 'service_window.ticket_unknown')
}

export function refuseApproval({ isStaff }: Context, { needsApproval }: NewServiceWindow): void {
  if (needsApproval && !isStaff)
    throw Invalid.field('needsApproval', 'Only the provider’s staff ask for an approval.', 'service_window.approval_of_staff')
}

export function contentToWrite(wanted: NewServiceWindow, approval: Approval | null): WindowContent {
  const { schedule, durationInSeconds, scope, notices, relatedTicketId } = wanted
  return {
    ...{ schedule, durationInSeconds, scope, notices, relatedTicketId, approval },
    reason: tidyLine(wanted.reason),
    repeats: repeatsOf(schedule),
    startsAt: firstStart(schedule),
    endsAt: lastEnd({ schedule, durationInSeconds }),
  }
}
