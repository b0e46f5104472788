import { Notifications, notifications } from '@mantine/notifications'
import { inMantine } from './in-mantine.tsx'

export { notifications }

/** Where toasts appear; once, around all screens. */
function PlainToasts() {
  return <Notifications limit={1} autoClose={4000} position="bottom-right" />
}

export const Toasts = inMantine(PlainToasts)
