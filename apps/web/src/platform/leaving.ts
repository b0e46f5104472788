/** Why a tab leaves for the provider: its user signs out there, or the session was ended in another browser. */
type Reason = 'sign-out' | 'session-ended'

const prefix = 'vakt-leaving:'
const allLocks = (): LockManager | undefined => globalThis.navigator?.locks

/**
 * Two tabs at the provider's sign-out page at once hold each other up, so one leaves for the whole browser.
 * Gives whether it is this one, which then stays so until its page is gone.
 */
export function takeLeave(reason: Reason, locks = allLocks()): Promise<boolean> {
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const whileThePageLives = new Promise<never>(() => {})
    const answer = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && whileThePageLives
    }
    locks.request(prefix + reason, { ifAvailable: true }, answer).catch(() => resolve(true))
  })
}

/** Why some tab of this browser is leaving right now; null when none is. */
export async function reasonOfLeaving(locks = allLocks()): Promise<Reason | null> {
  const { held = [] } = (await locks?.query()) ?? {}
  const isHeld = (reason: Reason) => held.some(({ name }) => name === prefix + reason)
  if (isHeld('sign-out')) return 'sign-out'
  return isHeld('session-ended') ? 'session-ended' : null
}
