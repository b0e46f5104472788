import { runStates } from '@vakt/contract/processes/run-states.ts'
import { inAll, listSearch, ofSome, type RowsOf, someOf, text, unsavedScope, uuid } from '#web/platform/list-search.ts'

const filters = {
  q: text(),
  state: someOf(runStates),
  process: uuid,
  entity: uuid,
  incident: text(20),
  ...ofSome,
}

export const processRunsSearch = listSearch({ list: 'process-runs', filters, scope: inAll, unsaved: unsavedScope })
export type RunRows = RowsOf<typeof processRunsSearch>
