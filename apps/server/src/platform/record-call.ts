import type { RecordedChange } from '@vakt/contract/operation.ts'
import type { CallRecording } from '#server/platform/context.ts'
import type { Work } from '#server/platform/database/transact.ts'
import { recordChange } from '#server/platform/record-action.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Came = { params: unknown; body: unknown; userId: string | undefined }

/** The entry that a call declares, as its transactions fill it. */
export function createRecording(
  { action, target, details = {} }: RecordedChange,
  acting: CallRecording['acting'],
  customerId: string,
  came: Came,
): CallRecording {
  return {
    acting,
    customerId,
    isRecorded: false,
    describe(returned) {
      const places = [returned, came.body, came.params, { userId: came.userId }].filter(
        (place) => typeof place === 'object' && place !== null,
      )
      const find = (field: string) => {
        const place = places.find((one) => (one as Record<string, unknown>)[field] !== undefined)
        return (place as Record<string, unknown> | undefined)?.[field]
      }
      const missing: string[] = []
      const nameOf = (field: string) => {
        const found = find(field)
        if (found === undefined) missing.push(field)
        return uuid.test(String(found)) ? String(found).toLowerCase() : String(found)
      }
      const entry = {
        action,
        target: target.replace(/\{(\w+)\}/g, (_, field: string) => nameOf(field)),
        details: Object.fromEntries(Object.entries(details).map(([name, field]) => [name, find(field)])),
      }
      return { entry, missing }
    },
  }
}

/** Adds the entry to the first transaction of the call that changes something at its customer. */
export function withRecording<T>(recording: CallRecording, customerId: string, work: Work<T>): Work<T> {
  if (recording.isRecorded || recording.customerId !== customerId) return work
  return async (transaction) => {
    const returned = await work(transaction)
    const { entry, missing } = recording.describe(returned)
    recording.isRecorded = await recordChange(transaction, recording.acting, { ...entry, customerId })
    if (recording.isRecorded && missing.length > 0)
      throw new Error(`${entry.action} records ${missing.join()}, which the call does not have.`)
    return returned
  }
}
