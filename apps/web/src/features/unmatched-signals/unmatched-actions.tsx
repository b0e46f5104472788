import { useQueryClient } from '@tanstack/react-query'
import { bindManyUnmatchedSignals, type NearEntity, type UnmatchedSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { DismissAction } from './dismiss-action.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { nearQuery, unmatchedKey } from './unmatched-queries.ts'

type Meant = Pick<NearEntity, 'entityId' | 'customer'>

/** What can be done with the chosen names: they all mean one resource. */
export function UnmatchedActions({ selection }: { selection: RowSelection<UnmatchedSignal> }) {
  const words = useTexts(unmatchedTexts)
  const queryClient = useQueryClient()
  const [first] = selection.chosen
  async function find(q: string) {
    if (!first) return []
    const { near } = await queryClient.fetchQuery(
      nearQuery({ kind: 'signal', customerId: first.customer.customerId, id: first.alertId }, q),
    )
    return near.map(({ entityId, name, type, customer }) => ({
      value: JSON.stringify({ entityId, customer }),
      label: name,
      description: `${type} · ${customer.name}`,
    }))
  }
  function bindAll(rows: UnmatchedSignal[], meant: Meant | undefined) {
    const { entityId = '', customer } = meant ?? {}
    const signals = rows.map((row) => ({ customerId: row.customer.customerId, unmatchedAlertId: row.alertId }))
    const entity = { entityCustomerId: customer?.customerId ?? '', entityId }
    return call(bindManyUnmatchedSignals, { body: { signals, ...entity } })
  }
  return (
    <>
      <BulkAction<UnmatchedSignal, Meant>
        selection={selection}
        label={words.bindMany}
        idOf={({ alertId }) => alertId}
        nameOf={({ target }) => target ?? words.namesNothing}
        reasons={words.refusals}
        run={bindAll}
        refresh={() => queryClient.invalidateQueries({ queryKey: unmatchedKey })}
        done={words.boundMany}
        choose={(onChosen) => (
          <SearchChoice
            label={words.near}
            queryKey={[...unmatchedKey, 'choice', first?.alertId]}
            find={find}
            nothingFound={words.nothingNear}
            onChoose={(value) => onChosen(JSON.parse(value) as Meant)}
          />
        )}
      />
      <DismissAction selection={selection} what="dismiss" />
    </>
  )
}
