import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { DialogActions } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { calendarAddressTexts } from './calendar-address.texts.ts'

type Feed = { feed: { createdAt: string; createdBy: string; lastReadAt: string | null } | null }

/** A mutation that takes nothing. */
type Action<Answer> = { isPending: boolean; mutateAsync(given: undefined): Promise<Answer> }

type CalendarAddressProps = {
  about: string
  /** Instead of the buttons, for who may not change it. */
  readOnly?: string | undefined
  query: UseQueryResult<Feed>
  create: Action<{ path: string }>
  revoke: Action<unknown>
  /** A further button. */
  children?: ReactNode
}

/** A secret address is shown once, when it is created; later it can only be replaced or revoked. */
export function CalendarAddress({ about, readOnly, query, create, revoke, children }: CalendarAddressProps) {
  const words = useTexts(calendarAddressTexts)
  const format = useFormat()
  const [address, setAddress] = useState<string | null>(null)
  if (query.isPending) return <ListSkeleton rows={2} />
  if (!query.data) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const { feed } = query.data
  const mayWrite = readOnly === undefined
  const fail = failureToast(words.actionFailed)
  const doCreate = () => void create.mutateAsync(undefined).then(({ path }) => setAddress(new URL(path, window.location.origin).href), fail)
  const doRevoke = () =>
    void revoke.mutateAsync(undefined).then(() => {
      setAddress(null)
      showToast(words.revoked, 'success')
    }, fail)
  return (
    <>
      <p>{about}</p>
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
      {readOnly ? <p>{readOnly}</p> : null}
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
        {children}
      </DialogActions>
    </>
  )
}
