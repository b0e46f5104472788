export type ConnectorsSearch = {
  /** The connector whose details are open, or `new`. */
  connector?: string
  /** The run of it whose changes are shown. */
  run?: string
}

const idOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 40) : '')

export function connectorsSearch(search: Record<string, unknown>): ConnectorsSearch {
  const [connector, run] = [idOf(search.connector), idOf(search.run)]
  return { ...(connector ? { connector } : {}), ...(connector && run ? { run } : {}) }
}
