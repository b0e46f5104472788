import type { DashboardChanges } from '@vakt/contract/reports/dashboard-changes.ts'
import { changesSince, visitAfterLook } from '@vakt/domain/dashboard-visit.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { type DashboardChangesRow, readDashboardChanges, readDashboardChangesForAllCustomers } from './dashboard-changes-table.ts'
import { readDashboardVisit, writeDashboardVisit } from './dashboard-visit-table.ts'
import { mayReadTickets } from './may-read-tickets.ts'

const none: DashboardChangesRow = { incidentsOpened: 0, incidentsResolved: 0, ticketsAnswered: 0, ticketsResolved: 0, changes: [] }

function wantedBy(context: CallContext, since: Date) {
  return { since, until: context.now, readerId: context.caller?.userId ?? '', showsTickets: mayReadTickets(context) }
}

export function getDashboardChanges(context: CallContext, customerId: string): Promise<DashboardChanges> {
  const { caller, now } = context
  if (!caller) throw new NotSignedIn()
  return inTransaction(context, customerId, async (transaction) => {
    const since = changesSince(await readDashboardVisit(transaction, customerId, caller.userId), now)
    if (!since) return { since: null, ...none }
    return { since: since.toISOString(), ...(await readDashboardChanges(transaction, customerId, wantedBy(context, since))) }
  })
}

export async function getDashboardChangesOfAllCustomers(context: CallContext): Promise<DashboardChanges> {
  const { caller, now } = context
  if (!caller) throw new NotSignedIn()
  // At the provider, which staff who are limited to some customers may not read.
  const visit = await inTransaction(context, caller.customerId, (transaction) =>
    readDashboardVisit(transaction, caller.customerId, caller.userId),
  )
  const since = changesSince(visit, now)
  if (!since) return { since: null, ...none }
  const changes = await readForAllCustomers(context, (transaction) =>
    readDashboardChangesForAllCustomers(transaction, wantedBy(context, since)),
  )
  return { since: since.toISOString(), ...changes }
}

/** Since when changes are news to the user. Writes once in five minutes at most; of two tabs at once the later wins, with the same values. */
export function noteDashboardVisit(context: CallContext, customerId: string): Promise<{ since: string | null }> {
  const { caller, now } = context
  if (!caller) throw new NotSignedIn()
  return inTransaction(context, customerId, async (transaction) => {
    const visit = await readDashboardVisit(transaction, customerId, caller.userId)
    const next = visitAfterLook(visit, now)
    if (next) await writeDashboardVisit(transaction, customerId, caller.userId, next)
    return { since: changesSince(next ?? visit, now)?.toISOString() ?? null }
  })
}
