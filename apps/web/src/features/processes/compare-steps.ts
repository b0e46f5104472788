import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'

type Difference = { added: ProcessAction[]; removed: ProcessAction[]; edited: ProcessAction[]; isReordered: boolean }

const keyOf = (action: ProcessAction) => JSON.stringify(Object.entries(action).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Takes from `rest` what equals; what is left over on either side is new or gone. */
function without(actions: readonly ProcessAction[], others: readonly ProcessAction[]): ProcessAction[] {
  const counts = new Map<string, number>()
  for (const action of others) counts.set(keyOf(action), (counts.get(keyOf(action)) ?? 0) + 1)
  return actions.filter((action) => {
    const left = counts.get(keyOf(action)) ?? 0
    if (left > 0) counts.set(keyOf(action), left - 1)
    return left === 0
  })
}

/** What became of the steps. A step that is gone and a new one of the same kind are one that was edited. */
export function compareSteps(before: readonly ProcessAction[], after: readonly ProcessAction[]): Difference {
  const gone = without(before, after)
  const added: ProcessAction[] = []
  const edited: ProcessAction[] = []
  for (const action of without(after, before)) {
    const same = gone.findIndex(({ type }) => type === action.type)
    if (same < 0) added.push(action)
    else {
      gone.splice(same, 1)
      edited.push(action)
    }
  }
  const kept = (actions: readonly ProcessAction[], others: readonly ProcessAction[]) => {
    const left = without(actions, others)
    return actions.filter((action) => !left.includes(action)).map(keyOf)
  }
  const isReordered = kept(before, after).join('\n') !== kept(after, before).join('\n')
  return { added, removed: gone, edited, isReordered }
}
