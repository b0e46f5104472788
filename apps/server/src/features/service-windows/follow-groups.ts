import type { GroupFollower } from '#server/features/customers/follow-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { becomeCustomer, inSavepoint, type Transaction } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import { changeLockedWithin } from './change-locked.ts'
import { readWindowTasksForAllCustomers, type WindowTask, writeLeft } from './group-table.ts'
import { createWithin } from './manage-windows.ts'
import { readRoles } from './notice-table.ts'
import { disableLocked, enableLocked } from './switch-windows.ts'

async function carryOut(transaction: Transaction, context: Context, wanted: WindowTask): Promise<void> {
  const { customerId } = wanted
  await becomeCustomer(transaction, customerId)
  if (wanted.task !== 'create') {
    const isLeaving = wanted.task === 'disable'
    await changeLockedWithin(transaction, context, customerId, wanted.serviceWindowId, (row, at) =>
      isLeaving ? disableLocked(transaction, at, row, true) : enableLocked(transaction, row, at),
    )
    return writeLeft(transaction, wanted, isLeaving ? context.now : null)
  }
  const { providerWindowId, content, by } = wanted
  // A role that was chosen need not exist at who joins.
  const known = await readRoles(transaction, customerId)
  const notices = { ...content.notices, roles: content.notices.roles.filter((role) => known.includes(role)) }
  await createWithin(
    transaction,
    { ...context, caller: null },
    customerId,
    { ...content, notices },
    { providerWindowId, ofGroup: true, by },
  )
}

/**
 * Customers that have joined a group of a window have it from now on, also where it is ongoing; where they have left it is disabled, and what still
 * fires is raised. Where a customer cannot have it, such as for too many windows, the others do.
 */
export const followGroupsOfWindows: GroupFollower = async (transaction, asked) => {
  const context = await atDatabaseTime(transaction, asked)
  for (const wanted of await readWindowTasksForAllCustomers(transaction, context.now)) {
    try {
      await inSavepoint(transaction, () => carryOut(transaction, context, wanted))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      context.log.warn({ customerId: wanted.customerId, task: wanted.task, err: error }, 'a window of a group was not carried out')
    }
  }
}
