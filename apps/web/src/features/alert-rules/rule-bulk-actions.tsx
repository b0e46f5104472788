import { useQueryClient } from '@tanstack/react-query'
import { changeManyAlertRules, type ManyAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { runInBatches } from '#web/lists/run-in-batches.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { changeByOwner } from '#web/shared/customers/change-by-owner.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { alertRuleMessageTexts } from './alert-rule-messages.texts.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { ruleBulkTexts } from './rule-bulk.texts.ts'
import type { RuleRow } from './rule-list-queries.ts'

const nameOf = ({ name }: RuleRow) => name
const idOf = ({ alertRuleId }: RuleRow) => alertRuleId

/** What can be done with the chosen alert rules. Deleting them can be undone. */
export function RuleBulkActions({ customerId, selection }: { customerId: string; selection: RowSelection<RuleRow> }) {
  const words = { ...useTexts(alertRuleTexts), ...useTexts(ruleBulkTexts) }
  const reasons = useTexts(alertRuleMessageTexts)
  const queryClient = useQueryClient()
  const change = (what: ManyAlertRules['what']) => (rules: RuleRow[]) =>
    changeByOwner(rules, customerId, {
      idOf,
      change: (owner, own) => call(changeManyAlertRules, { params: { customerId: owner }, body: { what, alertRuleIds: own.map(idOf) } }),
    })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['alert-rules'] })
  async function restore(rules: RuleRow[]) {
    const { outcomes } = await runInBatches(rules, {
      batchSize: selection.batchSize,
      run: change('restore'),
      onProgress: () => {},
      isStopped: () => false,
    })
    const restored = outcomes.reduce((sum, { changed }) => sum + changed, 0)
    if (restored > 0) showToast(words.manyRestored(restored), 'success')
    if (restored < rules.length) showToast(words.notRestored(rules.length - restored), 'failure')
    await refresh()
  }
  const common = { selection, refresh, idOf, nameOf, reasons }
  return (
    <>
      <BulkAction {...common} label={words.enable} run={change('enable')} done={words.manyEnabled} />
      <BulkAction {...common} label={words.disable} run={change('disable')} done={words.manyDisabled} />
      <BulkAction {...common} label={words.remove} run={change('delete')} undo={(rules) => void restore(rules)} done={words.manyRemoved} />
    </>
  )
}
