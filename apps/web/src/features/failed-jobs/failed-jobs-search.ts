import { listSearch, text } from '#web/platform/list-search.ts'

export const failedJobsSearch = listSearch({ list: 'failed-jobs', panel: { job: text(40) } })
