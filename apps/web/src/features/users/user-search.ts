import { flag, listSearch, oneOf, text } from '#web/platform/list-search.ts'

export const userSearch = listSearch({
  list: 'users',
  filters: { q: text() },
  scope: { view: oneOf(['invitations']) },
  panel: {
    /** The user whose details are open. */
    user: text(),
    /** The form to invite a user is open. */
    invite: flag,
  },
})
