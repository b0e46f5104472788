import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { muteTexts } from './mute.texts.ts'
import { type MuteTarget, muteQuery, useMute } from './mute-queries.ts'
import { muteTimesAt } from './mute-times.ts'

const MuteDialog = lazy(() => import('./mute-dialog.tsx').then((module) => ({ default: module.MuteDialog })))

/** Until when the user has muted an incident, with the way back; nothing while they have not. */
export function MutedNotice({ target }: { target: MuteTarget }) {
  const words = useTexts(muteTexts)
  const until = useQuery(muteQuery(target)).data?.mutedUntil
  const mute = useMute(target)
  if (!until) return null
  return (
    <span>
      {words.mutedUntil} <ClockTime iso={until} />{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={mute.isPending}
        onClick={() => mute.mutate(null, { onError: failureToast(words.failed) })}
      >
        {words.undo}
      </Button>
    </span>
  )
}

/** *Remind me later*: mutes the user's own notifications of an open incident until one of these times. */
export function MuteMenu({ target }: { target: MuteTarget }) {
  const words = useTexts(muteTexts)
  const { timeZone } = useFormat()
  const mute = useMute(target)
  const [isChoosing, setChoosing] = useState(false)
  const times = muteTimesAt(serverNow(), timeZone)
  const muteUntil = (at: number) => mute.mutate(new Date(at).toISOString(), { onError: failureToast(words.failed) })
  const items = [
    { key: 'hour', label: words.inOneHour, onChoose: () => muteUntil(muteTimesAt(serverNow(), timeZone).inOneHour) },
    { key: 'tomorrow', label: words.tomorrow, onChoose: () => muteUntil(times.tomorrow) },
  ]
  const { monday } = times
  if (monday !== null) items.push({ key: 'monday', label: words.monday, onChoose: () => muteUntil(monday) })
  items.push({ key: 'choose', label: words.choose, onChoose: () => setChoosing(true) })
  return (
    <>
      <MenuButton
        label={words.remind}
        icon={<BellOff size={16} strokeWidth={1.75} aria-hidden="true" />}
        isBusy={mute.isPending}
        items={items}
      />
      <Suspense>{isChoosing ? <MuteDialog target={target} timeZone={timeZone} onClose={() => setChoosing(false)} /> : null}</Suspense>
    </>
  )
}
