import { entityChangeKinds } from '@vakt/contract/entities/entity-change-kinds.ts'
import { dayOrMoment, flag, listSearch, type RowsOf, someOf, tagGroup, text } from '#web/platform/list-search.ts'

/** What the address of the changes of the inventory says. */
export const inventoryChangesSearch = listSearch({
  filters: {
    q: text(),
    kind: someOf(entityChangeKinds),
    /** Days in the user's zone; both belong to the time. */
    from: dayOrMoment,
    to: dayOrMoment,
    group: tagGroup,
    /** Of each resource only the latest change of each kind, as reports count. */
    latest: flag,
  },
})
export type InventoryChangeRows = RowsOf<typeof inventoryChangesSearch>
