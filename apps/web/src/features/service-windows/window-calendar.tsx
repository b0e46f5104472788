import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { Dialog, DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { calendarTexts } from './window-calendar.texts.ts'
import { calendarQuery, useCreateCalendar, useRevokeCalendar } from './window-queries.ts'

/** The button that opens what there is to know of the calendar address. */
export function WindowCalendar({ customerId }: { customerId: string }) {
  const words = useTexts(calendarTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog isOpen={isOpen} title={words.title} onClose={() => setOpen(false)}>
        <CalendarAddress customerId={customerId} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** The address is shown once, when it is created; later it can only be replaced or revoked. */
function CalendarAddress({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const words = useTexts(calendarTexts)
  const format = useFormat()
  const mayWrite = useShownCustomer().can(['@feature.servicewindow.write'])
  const query = useQuery(calendarQuery(customerId))
  const create = useCreateCalendar(customerId)
  const revoke = useRevokeCalendar(customerId)
  const [address, setAddress] = useState<string | null>(null)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (!query.data) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const { feed } = query.data
  const doCreate = () =>
    create.mutate(undefined, {
      onSuccess: ({ path }) => setAddress(new URL(path, window.location.origin).href),
      onError: () => showToast(words.actionFailed, 'failure'),
    })
  const doRevoke = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        setAddress(null)
        showToast(words.revoked, 'success')
      },
      onError: () => showToast(words.actionFailed, 'failure'),
    })
  return (
    <>
      <p>{words.about}</p>
      {address ? (
        <>
          <CopyBlock label={words.address} text={address} wraps />
          <p>{words.shownOnce}</p>
        </>
      ) : (
        <p>
          {feed ? words.created(format.exact(feed.createdAt), feed.createdBy) : words.none}{' '}
          {feed ? (feed.lastReadAt ? words.lastRead(format.relative(feed.lastReadAt)) : words.neverRead) : null}
        </p>
      )}
      {feed && !address && mayWrite ? <p>{words.replaceText}</p> : null}
      {mayWrite ? null : <p>{words.readOnly}</p>}
      <DialogActions>
        {mayWrite && feed ? (
          <Button variant="default" color="red" loading={revoke.isPending} onClick={doRevoke}>
            {words.revoke}
          </Button>
        ) : null}
        {mayWrite && !address ? (
          <Button variant={feed ? 'default' : 'filled'} loading={create.isPending} onClick={doCreate}>
            {feed ? words.replace : words.create}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </>
  )
}
