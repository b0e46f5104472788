import { Notifications } from '@mantine/notifications'

/** Where toasts appear; once, around all screens. */
export function Toasts() {
  return <Notifications limit={1} autoClose={4000} position="bottom-right" />
}
