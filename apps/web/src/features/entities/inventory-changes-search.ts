import { entityChangeKinds } from '@vakt/contract/entity-change-kinds.ts'
import { day, listSearch, type RowsOf, someOf, text, texts } from '#web/platform/list-search.ts'

/** What the address of the changes of the inventory says. */
export const inventoryChangesSearch = listSearch({
  filters: {
    q: text(),
    kind: someOf(entityChangeKinds),
    /** Days in the user's zone; both belong to the time. */
    from: day,
    to: day,
    /** Values of the customer's tag keys, as the groups of its incidents. */
    group: texts({ maxLength: 256, withEmpty: true }),
  },
})
export type InventoryChangeRows = RowsOf<typeof inventoryChangesSearch>
