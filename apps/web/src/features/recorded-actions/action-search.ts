import { actorKinds } from '@vakt/contract/recorded-actions.ts'
import { day, listSearch, periodOf, type RowsOf, someOf, text, texts } from '#web/platform/list-search.ts'

export const actionSearch = listSearch({
  list: 'recorded-actions',
  filters: {
    customerId: texts({ maxLength: 100 }),
    actor: text(),
    actorId: text(),
    actorType: someOf(actorKinds),
    action: texts({ maxLength: 100 }),
    /** Days in the user's zone, such as `2026-11-21`; both belong to the time. */
    from: day,
    to: day,
  },
  panel: {
    /** The action whose details are open. */
    open: text(20),
  },
})
export type ActionRows = RowsOf<typeof actionSearch>

/** What the call takes: days become the moments at which they begin and end here. */
export const queryOf = ({ from, to, ...rest }: ActionRows) => ({
  ...rest,
  ...periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) }),
})
