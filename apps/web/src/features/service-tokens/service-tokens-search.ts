import { listSearch, text } from '#web/platform/list-search.ts'

export const serviceTokensSearch = listSearch({
  list: 'service-tokens',
  panel: {
    /** The token whose details are open, or `new`. */
    token: text(40),
  },
})
