import { type RefCallback, useCallback, useRef } from 'react'
import { useTypedAhead } from '#web/ui/controls/use-typed-ahead.ts'
import type { ReplyHandle } from './ticket-reply.tsx'

/**
 * The reply form, also for who asks for it before it is loaded: what is typed meanwhile is kept for it, and does nothing to the page beneath.
 * `handle` is for the form.
 */
export function useEarlyReply(isExpected: boolean): {
  handle: RefCallback<ReplyHandle>
  write: (isPrivate: boolean) => void
} {
  const reply = useRef<ReplyHandle | null>(null)
  const wanted = useRef<boolean | null>(null)
  const { start, isOn, take } = useTypedAhead()
  const handle = useCallback(
    (current: ReplyHandle | null) => {
      reply.current = current
      if (!current || wanted.current === null) return
      // Escape has called it off.
      if (isOn()) current.write(wanted.current, take())
      wanted.current = null
    },
    [isOn, take],
  )
  return {
    handle,
    write(isPrivate) {
      if (reply.current) return reply.current.write(isPrivate, '')
      if (!isExpected) return
      wanted.current = isPrivate
      start()
    },
  }
}
