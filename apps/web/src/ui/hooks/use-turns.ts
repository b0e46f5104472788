import { startTransition, useEffect, useState } from 'react'
import { restMilliseconds } from './timers.ts'
import { whenIdle } from './when-idle.ts'

const atOnce = 10
const eachTurn = 6

/** Has a turn taken when the browser has nothing else to do and nobody has pressed a key for a moment; calls that off by what it returns. */
function expectTurn(take: () => void): () => void {
  let callOff = whenIdle(take)
  const putOff = () => {
    callOff()
    const timer = setTimeout(() => {
      callOff = whenIdle(take)
    }, restMilliseconds)
    callOff = () => clearTimeout(timer)
  }
  document.addEventListener('keydown', putOff, { capture: true })
  return () => {
    document.removeEventListener('keydown', putOff, { capture: true })
    callOff()
  }
}

/** How many of many pieces are drawn in full: the first of them at once, the others a few at a time. */
export function useTurns(count: number): number {
  const [drawn, setDrawn] = useState(atOnce)
  const isDone = drawn >= count
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks for the next
  useEffect(() => (isDone ? undefined : expectTurn(() => startTransition(() => setDrawn((before) => before + eachTurn)))), [drawn, isDone])
  return drawn
}
