import type { CustomDashboard, NewCustomDashboard } from '@vakt/contract/reports/custom-dashboards.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import * as table from './custom-dashboard-table.ts'

const maxDashboards = 50

function callerOf({ caller }: CallContext) {
  if (!caller) throw new NotSignedIn()
  return caller
}

export async function listDashboards(context: CallContext, customerId: string): Promise<{ dashboards: CustomDashboard[] }> {
  const { userId } = callerOf(context)
  const dashboards = await inTransaction(context, customerId, (transaction) => table.readDashboards(transaction, customerId, userId))
  return { dashboards }
}

/** What a tile shows is asked for by the user who looks at it, with their rights: here it is not checked whether the series is there. */
function refuseWrongTiles({ tiles }: NewCustomDashboard): void {
  const seen = new Set<string>()
  for (const [index, { tileId, kind, metric }] of tiles.entries()) {
    if (seen.has(tileId)) throw Invalid.field(`tiles.${index}.tileId`, 'Two tiles have the same id.', 'custom_dashboard.tile_twice')
    if ((kind === 'metric') !== (metric !== null))
      throw Invalid.field(`tiles.${index}.metric`, 'A metric chart needs a metric, other tiles have none.', 'custom_dashboard.tile_metric')
    seen.add(tileId)
  }
}

const tidy = ({ name, isShared, tiles }: NewCustomDashboard): NewCustomDashboard => ({ name: name.trim(), isShared, tiles })

function note(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  what: 'create' | 'change' | 'remove',
  { dashboardId, name, isShared, tiles }: CustomDashboard,
) {
  announce(transaction, { type: 'custom-dashboard.changed', customerId })
  return recordAction(transaction, context, customerId, {
    action: `custom-dashboard.${what}`,
    target: `custom dashboard ${dashboardId}`,
    details: { name, shared: isShared, tiles: tiles.length },
  })
}

export function createDashboard(context: CallContext, customerId: string, given: NewCustomDashboard): Promise<CustomDashboard> {
  const { userId, name } = callerOf(context)
  refuseWrongTiles(given)
  return inTransaction(context, customerId, async (transaction) => {
    const wanted = { owner: { userId, name }, given: tidy(given), now: context.now, max: maxDashboards }
    const created = await table.insertDashboard(transaction, customerId, wanted)
    if (!created)
      throw Conflict.field('', `No one keeps more than ${maxDashboards} dashboards. Remove one first.`, 'custom_dashboard.too_many')
    await note(transaction, context, customerId, 'create', created)
    return created
  })
}

async function lockSeen(transaction: Transaction, context: CallContext, customerId: string, id: string): Promise<CustomDashboard> {
  const found = await table.lockDashboard(transaction, customerId, { userId: callerOf(context).userId, dashboardId: readUuid(id) })
  if (!found) throw new NotFound()
  return found
}

export function saveDashboard(
  context: CallContext,
  customerId: string,
  id: string,
  { version, ...given }: NewCustomDashboard & { version: number },
): Promise<CustomDashboard> {
  const { userId } = callerOf(context)
  refuseWrongTiles(given)
  return inTransaction(context, customerId, async (transaction) => {
    const before = await lockSeen(transaction, context, customerId, id)
    if (before.version !== version)
      throw Conflict.field('version', 'Someone else changed this dashboard. Reload it and try again.', 'custom_dashboard.changed')
    const { dashboardId } = before
    const changed = await table.updateDashboard(transaction, customerId, { userId, dashboardId, given: tidy(given) })
    if (!changed) throw new NotFound()
    await note(transaction, context, customerId, 'change', changed)
    return changed
  })
}

export function removeDashboard(context: CallContext, customerId: string, id: string): Promise<undefined> {
  return inTransaction(context, customerId, async (transaction) => {
    const found = await lockSeen(transaction, context, customerId, id)
    await table.deleteDashboard(transaction, customerId, found.dashboardId)
    await note(transaction, context, customerId, 'remove', found)
    return undefined
  })
}
