import { listSearch, text } from '#web/platform/list-search.ts'

export const chatDestinationsSearch = listSearch({
  panel: {
    /** The channel whose details are open, or `new`. */
    chat: text(40),
  },
})
