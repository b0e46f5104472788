import type { listPages as contract } from '@vakt/contract/on-call/paging.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readCustomerTimeZone, readLatestPagesForAllCustomers, readLoadForAllCustomers } from './page-table.ts'

const mostPages = 100
const loadOfMs = 30 * 86_400_000
const isNight = (hour: number) => hour >= 22 || hour < 6

export async function listPages(context: CallContext): Promise<ResultOf<typeof contract>> {
  const { caller, now } = context
  if (!caller) throw new NotSignedIn()
  const timeZone = await inTransaction(context, caller.customerId, (transaction) => readCustomerTimeZone(transaction, caller.customerId))
  return readForAllCustomers(context, async (transaction) => {
    const pages = await readLatestPagesForAllCustomers(transaction, mostPages)
    const rows = await readLoadForAllCustomers(transaction, { since: new Date(now.getTime() - loadOfMs), timeZone })
    const load = [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, hours]) => {
      const byHour = Array.from({ length: 24 }, (_, hour) => hours.find((one) => one.hour === hour)?.count ?? 0)
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
      return { userId, name: hours[0]?.name ?? '', count: sum(byHour), atNight: sum(byHour.filter((_, hour) => isNight(hour))), byHour }
    })
    return {
      pages: pages.map((page) => ({ ...page, at: page.at.toISOString(), acknowledgedAt: page.acknowledgedAt?.toISOString() ?? null })),
      load: load.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
    }
  })
}
