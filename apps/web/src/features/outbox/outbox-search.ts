import { deliveryChannels, deliveryStates } from '@vakt/contract/deliveries/delivery-states.ts'
import { listSearch, type RowsOf, someOf, text } from '#web/platform/list-search.ts'

export const outboxSearch = listSearch({
  list: 'outbox',
  filters: { q: text(), state: someOf(deliveryStates), channel: someOf(deliveryChannels) },
  panel: {
    /** The mail whose details are open. */
    open: text(40),
  },
})
export type OutboxRows = RowsOf<typeof outboxSearch>
