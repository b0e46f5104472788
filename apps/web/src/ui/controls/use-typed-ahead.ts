import { useCallback, useEffect, useRef } from 'react'
import { catchTyping } from './typed-ahead.ts'

/** What is typed between `start` and `take`, while the field for it is on its way. It is over, too, when Escape calls it off. */
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
