import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { PhoneChannel, Report } from '#server/platform/phone/phone-provider.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { announceDeliveries } from './announce-deliveries.ts'
import { adoptDelivery, readDeliveriesToCheckForAllCustomers, type ToCheck, writeReason, writeReport } from './phone-delivery-table.ts'

const lostAfterMs = 15_000
const notFoundAfterMs = 2 * 60_000
const noReportAfterMs = 15 * 60_000
const batchSize = 50

/** Notes what a provider says of a delivery, and has the screens that show it ask again. */
export async function noteReport(transaction: Transaction, deliveryId: string, channel: PhoneChannel, report: Report): Promise<void> {
  const changed = await writeReport(transaction, deliveryId, channel, report)
  if (!changed) return
  const { customerId, incidentId } = changed
  announceDeliveries(transaction, [changed])
  if (incidentId) announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
}

async function check(context: Context, one: ToCheck, phone: PhoneSettings): Promise<void> {
  const provider = phone[one.channel]?.provider
  if (!provider) return
  const { deliveryId, channel, address: to, text, createdAt: since, finishedAt } = one
  if (one.state === 'sent' && one.providerId !== null) {
    const report = await provider.readStatus(channel, one.providerId)
    await workForAllCustomers(context, async (transaction) => {
      await noteReport(transaction, deliveryId, channel, report)
      if (report.state === 'accepted' && context.now.getTime() - finishedAt.getTime() > noReportAfterMs)
        await writeReason(transaction, one, 'no_report')
    })
    return
  }
  const accepted = await provider.find(channel, { to, text, since })
  const isOver = context.now.getTime() - finishedAt.getTime() > notFoundAfterMs
  await workForAllCustomers(context, async (transaction) => {
    if (accepted) await adoptDelivery(transaction, deliveryId, { provider: provider.name, accepted })
    else if (isOver) await writeReason(transaction, one, 'not_at_provider')
  })
}

/**
 * Asks the provider about messages whose outcome was lost, and about those that it took without a report since. What it does not have stays
 * unknown and is not sent again by itself: it may still be on its way there.
 */
export async function checkMessages(context: Context, phone: PhoneSettings): Promise<boolean> {
  const { now } = context
  const before = (ms: number) => new Date(now.getTime() - ms)
  const found = await workForAllCustomers(context, (transaction) =>
    readDeliveriesToCheckForAllCustomers(transaction, {
      now,
      lostBefore: before(lostAfterMs),
      reportedBefore: before(noReportAfterMs),
      limit: batchSize,
    }),
  )
  for (const one of found)
    await check(context, one, phone).catch((error) =>
      context.log.warn({ err: error, deliveryId: one.deliveryId }, 'the provider of a message cannot be asked'),
    )
  return false
}
