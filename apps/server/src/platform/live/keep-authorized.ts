import { Refusal } from '#server/platform/errors.ts'

/**
 * Runs `check` whenever asked: one at a time, and once more when asked meanwhile. What was allowed before stays allowed until the check has
 * answered. A refusal ends it; so does the last of `maxFailures` checks in a row that could not be made.
 */
export function createRecheck(check: () => Promise<void>, end: () => void, maxFailures = 3): () => void {
  let isChecking = false
  let isAskedAgain = false
  let failures = 0
  const run = async () => {
    isChecking = true
    do {
      isAskedAgain = false
      try {
        await check()
        failures = 0
      } catch (error) {
        failures += 1
        if (isFinal(error) || failures >= maxFailures) return end()
      }
    } while (isAskedAgain)
    isChecking = false
  }
  return () => {
    isAskedAgain = true
    if (!isChecking) void run()
  }
}

const isFinal = (error: unknown) => error instanceof Refusal && error.status < 500
