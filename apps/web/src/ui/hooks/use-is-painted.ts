import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Whether the first frame with the piece is on the screen. What may come in the frame after it waits for that: a deferred value may be there before. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}
