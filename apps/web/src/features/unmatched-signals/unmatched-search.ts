import { listSearch, oneOf, textLike } from '#web/platform/list-search.ts'

export const unmatchedSearch = listSearch({
  list: 'unmatched-signals',
  scope: { tab: oneOf(['series', 'bindings', 'dismissed', 'set-aside']) },
  panel: {
    /** What is shown beside the list: its customer and its id. */
    open: textLike(/^.+ \d+$/),
  },
})
