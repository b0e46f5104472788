import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import * as table from './on-call-table.ts'

/** The taker has the places of a user who leaves in all rotations from now on, and the overrides that are not over. The past stays as it was. */
export async function handOverOnCall(transaction: Transaction, providerId: string, { leaver, taker, actor, now }: Handover): Promise<void> {
  const from = leaver.userId
  for (const { scheduleId } of await table.readSchedules(transaction, providerId, { from: now, to: now })) {
    await table.lockSchedule(transaction, providerId, scheduleId)
    const [schedule] = await table.readSchedules(transaction, providerId, { scheduleId, from: now, to: now })
    const current = schedule?.versions.at(-1)
    if (!schedule || !current?.layers.some(({ people }) => people.includes(from))) continue
    const layers = current.layers.map((layer) => ({
      ...layer,
      people: [...new Set(layer.people.map((userId) => (userId === from ? taker.userId : userId)))],
    }))
    const next = { scheduleId, version: schedule.version + 1, name: schedule.name, timeZone: current.timeZone, layers, now }
    await table.insertVersion(transaction, providerId, next)
    await table.renameSchedule(transaction, providerId, next)
  }
  await table.reassignOverrides(transaction, providerId, { from, to: taker.userId, now, by: actor.name })
}
