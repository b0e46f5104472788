import { integrationKindNames, integrationStates } from '@vakt/contract/integrations/integration-states.ts'
import { inAll, listSearch, ofSome, type RowsOf, someOf, text } from '#web/platform/list-search.ts'

export const integrationsSearch = listSearch({
  filters: { q: text(), kind: someOf(integrationKindNames), state: someOf(integrationStates), ...ofSome },
  scope: inAll,
})
export type IntegrationRows = RowsOf<typeof integrationsSearch>
