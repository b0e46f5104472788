/** What the address says, before a screen has validated it: text, or a list where a parameter is repeated. */
export type RawSearch = Record<string, string | string[]>

export function parseSearch(text: string): RawSearch {
  const parameters = new URLSearchParams(text)
  const search: RawSearch = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    search[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  return search
}

/** Lists become repeated parameters; what is undefined, null or an empty list is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one))
    }
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}
