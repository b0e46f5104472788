import { Unavailable } from '#server/platform/errors.ts'

/** What one body holds of the memory for bodies. */
export type Reservation = {
  /** Sets how many bytes it holds. Throws Unavailable when they do not fit. */
  hold(bytes: number): void
}

const retryAfterInSeconds = 2

/**
 * Bounds how many bytes of bodies a process holds at once, from the first byte received until they are stored; one customer gets at most
 * `perCustomer` of them, so that none can shut out the others.
 */
export function createIngestBudget({ total, perCustomer }: { total: number; perCustomer: number }): (customerId: string) => Reservation {
  const heldBy = new Map<string, number>()
  let heldInAll = 0
  return (customerId) => {
    let held = 0
    return {
      hold(bytes) {
        const more = bytes - held
        const ofCustomer = (heldBy.get(customerId) ?? 0) + more
        if (more > 0 && (heldInAll + more > total || ofCustomer > perCustomer)) throw new Unavailable(retryAfterInSeconds)
        held = bytes
        heldInAll += more
        if (ofCustomer > 0) heldBy.set(customerId, ofCustomer)
        else heldBy.delete(customerId)
      },
    }
  }
}
