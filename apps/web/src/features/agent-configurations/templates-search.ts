import { listSearch, text } from '#web/platform/list-search.ts'

export const agentTemplatesSearch = listSearch({
  list: 'agent-templates',
  panel: {
    /** The template whose details are open. */
    open: text(40),
  },
})
