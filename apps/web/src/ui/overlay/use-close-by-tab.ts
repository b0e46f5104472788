import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Tab leaves an open list as if it stood on what opened it, wherever in the document the list is. */
export function useCloseByTab(isOpen: boolean, trigger: RefObject<HTMLElement | null>, close: () => void): void {
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    trigger.current?.focus()
    close()
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => leave(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isOpen])
}
