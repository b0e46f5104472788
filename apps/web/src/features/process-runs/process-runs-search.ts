import { runStates } from '@vakt/contract/processes/run-states.ts'
import { listSearch, type RowsOf, someOf, text, uuid } from '#web/platform/list-search.ts'

const filters = {
  q: text(),
  state: someOf(runStates),
  process: uuid,
  entity: uuid,
  incident: text(20),
}

export const processRunsSearch = listSearch({ list: 'process-runs', filters })
export type RunRows = RowsOf<typeof processRunsSearch>
