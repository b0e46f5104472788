import type { WindowGroups } from '@vakt/contract/service-windows/provider-windows.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { becomeCustomer, inTransaction, readForAllCustomers, readForAllCustomersWithin } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { changeLockedWithin } from './change-locked.ts'
import {
  isProviderWindow,
  readWindowGroupsForAllCustomers,
  readWindowsOfMembersForAllCustomers,
  type WindowGroupsRow,
  writeStopped,
} from './group-table.ts'
import { disableLocked } from './switch-windows.ts'

const present = ({ groups, customers, names, stoppedAt, stoppedBy }: WindowGroupsRow): WindowGroups => ({
  ...{ groups, customers, names },
  stopped: stoppedAt && { at: stoppedAt.toISOString(), by: stoppedBy ?? '' },
})

function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

/** Throws NotFound. A window that is for single customers is for no groups. */
export async function getWindowGroups(context: CallContext, id: string): Promise<WindowGroups> {
  const provider = providerOf(context)
  const providerWindowId = readUuid(id)
  return readForAllCustomers(context, async (transaction) => {
    const found = await readWindowGroupsForAllCustomers(transaction, provider, providerWindowId)
    if (found) return present(found)
    if (!(await isProviderWindow(transaction, providerWindowId))) throw new NotFound()
    return { groups: [], customers: 0, names: [], stopped: null }
  })
}

/** All or nothing. Harmless to repeat. Throws NotFound for what is no window of groups. */
export async function stopWindowOfGroups(asked: CallContext, id: string, raiseNow: boolean): Promise<WindowGroups> {
  const provider = providerOf(asked)
  const providerWindowId = readUuid(id)
  if (asked.limitedTo) {
    const message = 'Only staff who see all customers stop windows of groups.'
    throw Invalid.field('', message, 'service_window.groups_limited')
  }
  return inTransaction(asked, provider, async (transaction) => {
    const context = await atDatabaseTime(transaction, asked)
    const groupsNow = () =>
      readForAllCustomersWithin(transaction, context, (reading) => readWindowGroupsForAllCustomers(reading, provider, providerWindowId))
    const before = await groupsNow()
    if (!before) throw new NotFound()
    if (await writeStopped(transaction, provider, { providerWindowId, by: nameOfActor(context.actor), now: context.now })) {
      await recordAction(transaction, context, provider, {
        action: 'service-window.group-stopped',
        target: providerWindowId,
        details: { groups: before.groups, customers: before.customers },
      })
      const windows = await readForAllCustomersWithin(transaction, context, (reading) =>
        readWindowsOfMembersForAllCustomers(reading, providerWindowId),
      )
      for (const { customerId, serviceWindowId } of windows) {
        await becomeCustomer(transaction, customerId)
        await changeLockedWithin(transaction, context, customerId, serviceWindowId, (row, at) =>
          disableLocked(transaction, at, row, raiseNow),
        )
      }
      await becomeCustomer(transaction, provider)
    }
    const after = await groupsNow()
    return present(after ?? before)
  })
}
