import { Notifications, notifications } from '@mantine/notifications'
import { inMantine } from './in-mantine.tsx'

export { notifications }

/** Where toasts appear; once, around all screens. It is there before the first of them, or screen readers would not notice it come. */
function PlainToasts() {
  return <Notifications limit={1} autoClose={4000} position="bottom-right" aria-live="polite" />
}

export const Toasts = inMantine(PlainToasts)
