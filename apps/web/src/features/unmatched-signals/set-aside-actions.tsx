import { useQueryClient } from '@tanstack/react-query'
import { retryManySetAsideSignals, type SetAsideSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { unmatchedTexts } from './unmatched.texts.ts'
import { unmatchedKey } from './unmatched-queries.ts'

/** What can be done with the chosen signals. */
export function SetAsideActions({ selection }: { selection: RowSelection<SetAsideSignal> }) {
  const words = useTexts(unmatchedTexts)
  const queryClient = useQueryClient()
  function retryAll(rows: SetAsideSignal[]) {
    const signals = rows.map(({ customer, signalId }) => ({ customerId: customer.customerId, signalId }))
    return call(retryManySetAsideSignals, { body: { signals } })
  }
  return (
    <BulkAction
      selection={selection}
      label={words.retry}
      idOf={({ signalId }) => signalId}
      nameOf={({ signalId }) => words.signal(signalId)}
      run={retryAll}
      refresh={() => queryClient.invalidateQueries({ queryKey: unmatchedKey })}
      done={words.retriedMany}
    />
  )
}
