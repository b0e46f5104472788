import { useRef } from 'react'
import { intentMilliseconds } from './timers.ts'

/**
 * Acts on what a pointer or the focus stays at. What is only passed, by rows that scroll or an arrow key that is held, asks for nothing; nor
 * does what is gone by then, which is looked at then: hundreds of links come and go with a list.
 */
export function useRest() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => clearTimeout(timer.current)
  const begin = (at: Element, act: () => void) => {
    end()
    timer.current = setTimeout(() => at.isConnected && act(), intentMilliseconds)
  }
  return { begin, end }
}
