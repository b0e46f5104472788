import type { AlertHeldByWindow } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Context } from '#server/platform/context.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { presentOccurrence } from './list-windows.ts'
import { readHeldInPeriod, readStarted } from './period-list-table.ts'

type Asked = { group?: string[]; limit?: number; from?: string | null; to?: string | null }

/** Throws Invalid for a group of more values than the customer has tags to group by. */
function keysOf(tagKeys: readonly string[], group: readonly string[]) {
  if (group.length > tagKeys.length)
    throw Invalid.field('group', 'The customer does not group its resources by so many tags.', 'report.group_unknown')
  return { tagKeys, group }
}

/** The occurrences behind the figure of a report. */
export async function listStarted(
  context: Context,
  customerId: string,
  { from = null, to = null, group = [], limit = 50 }: Asked,
  after: readonly string[] | null,
): Promise<Listing<WindowOccurrence>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const scope = keysOf(await readTagGroupKeys(transaction, customerId), group)
    const now = await readDatabaseTime(transaction, context)
    return readStarted(transaction, customerId, { from, to, ...scope, after, limit, now })
  })
  const page = nextPage(rows, limit, ({ startsAt, occurrenceId }) => [startsAt.toISOString(), occurrenceId ?? ''])
  return { ...page, rows: page.rows.map(presentOccurrence) }
}

/** The held alerts behind the figure of a report. */
export async function listHeldInPeriod(
  context: Context,
  customerId: string,
  { from = null, to = null, group = [], limit = 50 }: Asked,
  after: readonly string[] | null,
): Promise<Listing<AlertHeldByWindow>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const scope = keysOf(await readTagGroupKeys(transaction, customerId), group)
    return readHeldInPeriod(transaction, customerId, { from, to, ...scope, after, limit })
  })
  const page = nextPage(rows, limit, ({ startsAt, occurrenceId, alertId }) => [startsAt.toISOString(), occurrenceId, alertId])
  return {
    ...page,
    rows: page.rows.map(({ startsAt: _, heldAt, outcomeAt, ...row }) => ({
      ...row,
      heldAt: heldAt.toISOString(),
      outcomeAt: outcomeAt?.toISOString() ?? null,
    })),
  }
}
