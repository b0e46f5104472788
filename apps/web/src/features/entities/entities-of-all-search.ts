import { severitiesNow, sortsOfAll } from '@vakt/contract/entities/entity-order.ts'
import { inAll, listSearch, ofPlace, ofSome, oneOf, type RowsOf, someOf, text, unsavedScope, yesOrNo } from '#web/platform/list-search.ts'

/** Of the list over all customers, which has filters that every customer's resources can be asked for. */
export const entitiesOfAllSearch = listSearch({
  list: 'entities-of-all',
  filters: { q: text(500), severity: someOf(severitiesNow), stale: yesOrNo, ...ofPlace, ...ofSome },
  scope: { ...inAll, sort: oneOf(sortsOfAll) },
  unsaved: unsavedScope,
})
export type EntitiesOfAllRows = RowsOf<typeof entitiesOfAllSearch>
