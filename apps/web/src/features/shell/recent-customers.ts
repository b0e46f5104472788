export type RecentCustomer = { customerId: string; name: string }

const storageKey = 'vakt.recent-customers'
const most = 6

const isRecent = (value: unknown): value is RecentCustomer =>
  typeof value === 'object' && value !== null && 'customerId' in value && 'name' in value

/** The last ones that staff looked at, latest first. */
export function readRecentCustomers(storage: Pick<Storage, 'getItem'> = localStorage): RecentCustomer[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

export function noteRecentCustomer(
  { customerId, name }: RecentCustomer,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  const others = readRecentCustomers(storage).filter((one) => one.customerId !== customerId)
  storage.setItem(storageKey, JSON.stringify([{ customerId, name }, ...others].slice(0, most)))
}
