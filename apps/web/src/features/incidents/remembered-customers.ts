const storageKey = 'vakt.dashboard-customers'
const mostCustomers = 50

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/** The customers that staff filtered the dashboard by last in this browser; none where it was cleared. */
export function readRememberedCustomers(storage: Kept = localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, mostCustomers) : []
  } catch {
    return []
  }
}

export function rememberCustomers(customerIds: readonly string[], storage: Kept = localStorage): void {
  storage.setItem(storageKey, JSON.stringify(customerIds))
}
