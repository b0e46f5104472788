import { useEffect, useEffectEvent, useState } from 'react'

type FoundRows = {
  /** Of the rows that stand there now. */
  keys: readonly string[]
  /** Whether they are the answer to what is typed, not to what was typed before. */
  isAnswered: boolean
  /** The row that is marked when none was by hand. */
  start?: number
  /** A row that no answer moves away. */
  sure?: string | undefined
  choose: (key: string, index: number) => void
  /** What an Enter does that waited for an answer without rows. */
  otherwise?: () => void
}

/**
 * Which row under a search is marked, and what Enter chooses: never a row of the answer to what was typed before. Pressed before the answer is
 * there, it waits for it. What was marked by hand is known by its key, as the next answer may bring it elsewhere or not at all.
 */
export function useFoundRows({ keys, isAnswered, start = 0, sure, choose, otherwise }: FoundRows) {
  const [marked, setMarked] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const first = Math.min(start, keys.length - 1)
  const isSure = isAnswered || (sure !== undefined && (marked ?? keys[first]) === sure)
  const active = marked !== undefined ? keys.indexOf(marked) : isSure ? first : -1

  /** Beyond the rows is none, as when the text has changed. */
  function mark(index: number) {
    setEntered(false)
    setMarked(keys[index])
  }
  function enter() {
    setEntered(!isSure)
    if (!isSure) return
    const key = keys[active]
    if (key !== undefined) return choose(key, active)
    mark(-1)
    if (keys.length === 0) otherwise?.()
  }
  const enterAgain = useEffectEvent(enter)
  useEffect(() => {
    if (isEntered && isAnswered) enterAgain()
  }, [isEntered, isAnswered])

  return {
    /** -1: none. */
    active,
    enter,
    mark,
    /** After the last comes the first. */
    step: (by: number) => mark(active + by < 0 ? keys.length - 1 : (active + by) % keys.length),
    restart: () => mark(-1),
    /** An Enter that waits no longer counts. */
    forget: () => setEntered(false),
  }
}
