import { type ReactNode, useEffect, useState } from 'react'

/** Shows its children only if it is still there after 300 ms, so that what comes quickly does not flicker. */
export function AfterDelay({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? children : null
}
