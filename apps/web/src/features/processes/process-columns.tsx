import { describeAction } from '@vakt/domain/processes/describe-action.ts'
import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useCustomerColumn } from '#web/shared/customers/list-scope.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { keyOfProcess, type ProcessRow } from './process-list-queries.ts'
import { processTexts } from './processes.texts.ts'

const shownSteps = 5

/** Over all customers each process says whose it is. */
export function useProcessColumns(link: RowLink, isAll = false): Column<ProcessRow>[] {
  const words = useTexts(processTexts)
  const language = useLanguage()
  const { columns } = words
  const ofCustomer = useCustomerColumn<ProcessRow>(isAll)
  const stepsOf = ({ actions }: ProcessRow) => {
    const sentences = actions.slice(0, shownSteps).map((action) => describeAction(action, language))
    return sentences.join(' → ') + (actions.length > shownSteps ? ` → +${actions.length - shownSteps}` : '')
  }
  return [
    {
      key: 'name',
      label: columns.name,
      width: '16rem',
      phone: 'first',
      cell: (process) => link(keyOfProcess(process), <bdi>{process.name}</bdi>, process.name),
    },
    ...ofCustomer,
    {
      key: 'steps',
      label: columns.steps,
      phone: 'yielding',
      wraps: true,
      isDim: true,
      cell: (process) => <bdi title={stepsOf(process)}>{stepsOf(process)}</bdi>,
    },
    {
      key: 'covers',
      label: columns.covers,
      width: '12rem',
      phone: 'hidden',
      cell: ({ entity }) => (entity ? <bdi>{entity.name}</bdi> : words.allThatMatch),
    },
    {
      key: 'rules',
      label: columns.rules,
      width: '7rem',
      phone: 'hidden',
      cell: ({ applyToAllAlertRules, alertRuleIds, externalRules }) =>
        applyToAllAlertRules ? words.allRules : words.chosenRules(alertRuleIds.length + externalRules.length),
    },
    {
      key: 'state',
      label: columns.state,
      width: '7rem',
      phone: 'first',
      cell: ({ enabled }) => (enabled ? words.enabledState : words.disabledState),
    },
  ]
}
