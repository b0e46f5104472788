import { useEffect, useRef } from 'react'
import { intentMilliseconds } from './timers.ts'

/** Acts on what a pointer or the focus stays at. What is only passed, by rows that scroll or an arrow key that is held, asks for nothing. */
export function useRest() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    // Hundreds of links go at once with a list, and hardly one of them has begun.
    if (timer.current !== undefined) clearTimeout(timer.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is begun by then
  useEffect(() => end, [])
  const begin = (act: () => void) => {
    end()
    timer.current = setTimeout(act, intentMilliseconds)
  }
  return { begin, end }
}
