import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { subscribeToReport } from '@vakt/contract/reports/report-mails.ts'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { reportMailTexts } from './report-mails.texts.ts'
import { mailsQuery } from './report-queries.ts'
import styles from './reports.module.css'

const MailsForm = lazy(() => import('./report-mails-form.tsx'))

/** The own subscription, and for staff who else gets the reports. */
export function ReportMails({ customerId }: { customerId: string }) {
  const words = useTexts(reportMailTexts)
  const byStaff = isAdministrator(useSession())
  const query = useQuery(mailsQuery(customerId))
  const mails = query.data
  const client = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)
  const { queryKey } = mailsQuery(customerId)
  const subscribe = useMutation({
    mutationFn: (isMine: boolean) => call(subscribeToReport, { params: { customerId }, body: { isMine } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  if (!mails) return query.isError ? <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} /> : null
  const { day, isMine, recipients } = mails
  const change = (isOn: boolean) =>
    subscribe.mutate(isOn, {
      onSuccess: () => showToast(isOn ? words.subscribed(day) : words.unsubscribed, 'success'),
      onError: failureToast(words.notSaved),
    })
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <Switch label={words.mine(day)} checked={subscribe.isPending ? subscribe.variables : isMine} onChange={change} />
      {byStaff ? (
        <div className={styles.mailed}>
          <p>{recipients.length > 0 ? words.sentTo(recipients.map(({ name }) => name)) : words.nobody}</p>
          <Button variant="default" onClick={() => setChoosing(true)}>
            {words.choose}
          </Button>
          <Dialog isOpen={isChoosing} title={words.dialog} onClose={() => setChoosing(false)}>
            <Suspense fallback={<ListSkeleton rows={2} />}>
              <MailsForm customerId={customerId} mails={mails} onClose={() => setChoosing(false)} />
            </Suspense>
          </Dialog>
        </div>
      ) : null}
    </section>
  )
}
