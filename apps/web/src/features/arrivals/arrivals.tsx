import { useSession } from '#web/platform/session.ts'
import { ArrivalToasts } from './arrival-toasts.tsx'
import { CountInTab } from './count-in-tab.tsx'

/** What comes while the user looks elsewhere: at another screen, or at another tab. */
export function Arrivals() {
  const isShown = useSession().user.arrival_toasts
  return (
    <>
      <CountInTab />
      {isShown ? <ArrivalToasts /> : null}
    </>
  )
}
