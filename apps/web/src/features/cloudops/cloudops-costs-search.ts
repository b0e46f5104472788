import { listSearch, tagGroup, textLike } from '#web/platform/list-search.ts'

const month = textLike(/^\d{4}-(?:0[1-9]|1[0-2])$/)

/** The first and the last month, such as `2026-10`; without them the month before this one. */
export const cloudOpsCostsSearch = listSearch({ filters: { from: month, to: month, group: tagGroup } })
