import { useQueryClient } from '@tanstack/react-query'
import { dismissManyUnmatchedSignals, type ManyDismissals, type UnmatchedSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { unmatchedTexts } from './unmatched.texts.ts'
import { unmatchedKey } from './unmatched-queries.ts'

type DismissActionProps = { selection: RowSelection<UnmatchedSignal>; what: ManyDismissals['what'] }

/** Takes names that mean no resource off the list, or puts them back. */
export function DismissAction({ selection, what }: DismissActionProps) {
  const words = useTexts(unmatchedTexts)
  const queryClient = useQueryClient()
  const change = (rows: UnmatchedSignal[]) => {
    const signals = rows.map(({ customer, alertId }) => ({ customerId: customer.customerId, unmatchedAlertId: alertId }))
    return call(dismissManyUnmatchedSignals, { body: { what, signals } })
  }
  return (
    <BulkAction
      selection={selection}
      label={what === 'dismiss' ? words.dismiss : words.restore}
      idOf={({ alertId }) => alertId}
      nameOf={({ target }) => target ?? words.namesNothing}
      reasons={words.refusals}
      run={change}
      refresh={() => queryClient.invalidateQueries({ queryKey: unmatchedKey })}
      done={what === 'dismiss' ? words.dismissedMany : words.restoredMany}
    />
  )
}
