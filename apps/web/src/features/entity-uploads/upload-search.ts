import { listSearch, uuid } from '#web/platform/list-search.ts'

export const uploadSearch = listSearch({
  list: 'uploads',
  panel: {
    /** The file that is looked at. */
    upload: uuid,
  },
})
