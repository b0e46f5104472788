import { useId, useState } from 'react'
import { fromLocalTime, toLocalTime } from '#web/forms/local-time.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { muteTexts } from './mute.texts.ts'
import { type MuteTarget, useMute } from './mute-queries.ts'
import { muteTimesAt } from './mute-times.ts'

/** Asks until when, by the clocks of the user's zone. */
export function MuteDialog({ target, timeZone, onClose }: { target: MuteTarget; timeZone: string; onClose: () => void }) {
  const words = useTexts(muteTexts)
  const mute = useMute(target)
  const id = useId()
  const [local, setLocal] = useState(() => toLocalTime(new Date(muteTimesAt(serverNow(), timeZone).tomorrow).toISOString(), timeZone))
  const [isEmpty, setEmpty] = useState(false)
  const own = { failed: words.failed, messages: { 'mute.until': words.wrongTime } }
  const problem = isEmpty ? words.wrongTime : mute.isError ? failureText(mute.error, own) : null
  return (
    <Dialog isOpen title={words.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const until = fromLocalTime(local, timeZone)
          setEmpty(until === '')
          if (until !== '') mute.mutate(until, { onSuccess: onClose })
        }}
      >
        <p>{words.about}</p>
        <label htmlFor={id}>
          {words.until(timeZone.replaceAll('_', ' '))}
          <PlainInput
            id={id}
            type="datetime-local"
            value={local}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => setLocal(event.currentTarget.value)}
          />
        </label>
        {problem ? (
          <p id={`${id}-problem`} role="alert">
            {problem}
          </p>
        ) : null}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={mute.isPending}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
