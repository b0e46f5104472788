import { Notifications, notifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { makeToastPlace } from './toast-place.ts'

export { failureText } from '#web/ui/page/failure-text.ts'
export { notifications }

/** Where toasts appear; once, around all screens. It is there before the first of them, or screen readers would not notice it come. */
function PlainToasts() {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { place, stop } = makeToastPlace()
    setTarget(place)
    return stop
  }, [])
  // Below, a phone has the button that was just tapped: a toast that comes under the finger would stay, and be in its way.
  // Panels stand on the right, with what can be done in them at their foot.
  const position = useIsPhone() ? 'top-center' : 'bottom-left'
  return target && <Notifications limit={1} position={position} aria-live="polite" portalProps={{ target }} />
}

export const Toasts = inMantine(PlainToasts)
