import { useCallback, useEffect, useRef } from 'react'
import { catchTyping } from './typed-ahead.ts'

/**
 * What is typed between `start` and `take`, while the field for it is loading. It is over, too, when Escape calls it off.
 * Three parts that users open to type in are loaded on intent: the two lists of options (32 kB gzip with the Combobox of Mantine, where lists
 * are 1 kB below their budget) and the command palette (5 kB).
 */
export function useTypedAhead() {
  const typing = useRef<ReturnType<typeof catchTyping>>(undefined)
  const take = useCallback(() => {
    const typed = typing.current?.stop() ?? ''
    typing.current = undefined
    return typed
  }, [])
  const start = useCallback(() => {
    typing.current ??= catchTyping(take)
  }, [take])
  const isOn = useCallback(() => typing.current !== undefined, [])
  useEffect(() => () => void take(), [take])
  return { start, isOn, take }
}
