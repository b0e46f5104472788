const tabs = ['unmatched', 'bindings', 'set-aside'] as const
export type UnmatchedTab = (typeof tabs)[number]
export type UnmatchedSearch = { tab?: UnmatchedTab; open?: string }

/** `open` names what is shown beside the list: its customer and its id. */
export function unmatchedSearch(search: Record<string, unknown>): UnmatchedSearch {
  const tab = tabs.find((one) => one === search.tab)
  const open = typeof search.open === 'string' && /^.+ \d+$/.test(search.open) ? search.open : undefined
  return { ...(tab && tab !== 'unmatched' ? { tab } : {}), ...(open ? { open } : {}) }
}
