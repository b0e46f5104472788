/** A row in the address of a list over all customers: with its customer before it. */
export const keyInAll = (customerId: string, rowId: string): string => `${customerId}:${rowId}`

/** Whose row the address names: where it does not say so, that of the customer that is shown. */
export function readKeyInAll(key: string, shownCustomerId: string): { customerId: string; rowId: string } {
  const at = key.lastIndexOf(':')
  return at < 0 ? { customerId: shownCustomerId, rowId: key } : { customerId: key.slice(0, at), rowId: key.slice(at + 1) }
}
