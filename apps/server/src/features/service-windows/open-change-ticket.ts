import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { describeSchedule } from '@vakt/domain/service-windows/describe-schedule.ts'
import { cronExpressionOf } from '@vakt/domain/service-windows/window-schedule.ts'
import { createTicketWithin } from '#server/features/tickets/create-ticket.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

const usual = { impact: 4, urgency: 4, priority: 4, status: 'new', type: 'change', area: 'infrastructure' } as const
const longestSubject = 250

/** Opens the change ticket of a window, all or nothing with it; returns its id. Throws Invalid for who may open no tickets. */
export async function openChangeTicket(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { reason, schedule }: Pick<NewServiceWindow, 'reason' | 'schedule'>,
): Promise<string> {
  const { caller } = context
  if (!caller?.email || !caller.features.has('@feature.tickets.write')) {
    const message = 'You cannot open tickets here. Relate a ticket that there is, or none.'
    throw Invalid.field('createTicket', message, 'service_window.ticket_not_allowed')
  }
  const { en } = describeSchedule(schedule, cronExpressionOf(schedule))
  const ticket = { ...usual, subject: reason.slice(0, longestSubject), description: `${reason}\n\n${en}`, email: caller.email }
  return createTicketWithin(transaction, context, customerId, ticket)
}
