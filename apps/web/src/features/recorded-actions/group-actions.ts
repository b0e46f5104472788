import type { RecordedAction } from '@vakt/contract/recorded-actions.ts'

/** An action of the log with those that one request did at the same time: a change of many is one entry. */
export type LoggedAction = RecordedAction & { others: RecordedAction[] }

/** Joins neighbours that are the same action of the same request at the same customer. */
export function groupActions(actions: readonly RecordedAction[]): LoggedAction[] {
  const groups: LoggedAction[] = []
  for (const action of actions) {
    const last = groups.at(-1)
    const isSame =
      last !== undefined &&
      action.requestId !== null &&
      action.requestId === last.requestId &&
      action.action === last.action &&
      action.customerId === last.customerId
    if (isSame) last.others.push(action)
    else groups.push({ ...action, others: [] })
  }
  return groups
}
