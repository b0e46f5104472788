import { listSearch, text } from '#web/platform/list-search.ts'

export const webhooksSearch = listSearch({
  list: 'webhooks',
  panel: {
    /** The webhook whose details are open, or `new`. */
    webhook: text(40),
  },
})
