import { useQuery } from '@tanstack/react-query'
import type { PushDevice } from '@vakt/contract/contact-rules.ts'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { noteFailure } from '#web/platform/note-failure.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './contact.module.css'
import { contactTexts } from './contact.texts.ts'
import { devicesQuery, useAddDevice, useRemoveDevice } from './contact-queries.ts'
import { browserOf, pushSupport, subscribeToPush } from './push-subscription.ts'

/** The devices on which the user gets web push, and this one turned on. */
export function PushDevices() {
  const words = useTexts(contactTexts)
  const query = useQuery(devicesQuery)
  const support = pushSupport()
  return (
    <section className={styles.section} aria-labelledby="push-devices">
      <h2 id="push-devices">{words.devicesTitle}</h2>
      <p className={styles.about}>{words.devicesText}</p>
      {query.data ? (
        <>
          {query.data.devices.length === 0 ? <p className={styles.about}>{words.noDevices}</p> : null}
          <ul className={styles.rows}>
            {query.data.devices.map((device) => (
              <DeviceRow key={device.deviceId} device={device} />
            ))}
          </ul>
          {support === 'possible' ? <TurnOn publicKey={query.data.publicKey} /> : <p className={styles.about}>{words[support]}</p>}
        </>
      ) : query.isError ? (
        <ErrorState title={words.devicesFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  )
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const words = useTexts(contactTexts)
  const add = useAddDevice()
  const [isAsking, setAsking] = useState(false)
  async function turnOn(): Promise<void> {
    setAsking(true)
    try {
      const subscription = await subscribeToPush(publicKey)
      if (!subscription) return showToast(words.denied, 'failure')
      const { browser, system } = browserOf(navigator.userAgent)
      await add.mutateAsync({ ...subscription, name: words.device(browser, system) })
      showToast(words.turnedOn, 'success')
    } catch (error) {
      noteFailure('web push', error)
      failureToast(words.notTurnedOn)(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div>
      <Button variant="default" leftSection={<BellRing size={16} aria-hidden="true" />} loading={isAsking} onClick={() => void turnOn()}>
        {words.turnOn}
      </Button>
    </div>
  )
}

function DeviceRow({ device: { deviceId, name, createdAt, lastSentAt } }: { device: PushDevice }) {
  const words = useTexts(contactTexts)
  const remove = useRemoveDevice()
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>{name}</div>
        <p className={styles.facts}>
          <span>
            {words.added} <RelativeTime iso={createdAt} />
          </span>
          {lastSentAt ? (
            <span>
              {words.lastSent} <RelativeTime iso={lastSentAt} />
            </span>
          ) : null}
        </p>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={words.removeOf(name)}
        loading={remove.isPending}
        onClick={() =>
          remove.mutate(deviceId, {
            onSuccess: () => showToast(words.removed, 'success'),
            onError: failureToast(words.notSaved),
          })
        }
      >
        {words.remove}
      </Button>
    </li>
  )
}
