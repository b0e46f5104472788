export type CustomerListSearch = {
  q?: string
  /** The customer whose details are open. */
  open?: string
  /** The form for a new one is open. */
  create?: true
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : ''

export function customerListSearch(search: Record<string, unknown>): CustomerListSearch {
  const [q, open] = [textOf(search.q), textOf(search.open)]
  return {
    ...(q ? { q } : {}),
    ...(open ? { open } : {}),
    ...(search.create === true || search.create === 'true' ? { create: true } : {}),
  }
}
