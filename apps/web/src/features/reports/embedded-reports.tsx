import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deleteEmbeddedReport, type EmbeddedReport } from '@vakt/contract/reports/embedded-reports.ts'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { embeddedTexts } from './embedded.texts.ts'
import { embeddedReportsQuery } from './embedded-queries.ts'
import styles from './reports.module.css'

const EmbeddedForm = lazy(() => import('./embedded-form.tsx'))

/** The customer's reports of Power BI; staff add and remove them. Readers without any do not see that there could be some. */
export function EmbeddedReports({ customerId }: { customerId: string }) {
  const words = useTexts(embeddedTexts)
  const { name: customer } = useShownCustomer()
  const byStaff = isAdministrator(useSession())
  const client = useQueryClient()
  const query = useQuery(embeddedReportsQuery(customerId))
  const found = query.data
  const [isAdding, setAdding] = useState(false)
  if (query.isError && !found) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  if (!found || (!byStaff && found.reports.length === 0)) return null
  const refresh = () => void client.invalidateQueries({ queryKey: embeddedReportsQuery(customerId).queryKey })
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      {found.reports.length > 0 ? (
        <ul className={styles.months} aria-label={words.title}>
          {found.reports.map((report) => (
            <Card key={report.embeddedReportId} {...{ customerId, report, byStaff }} onRemoved={refresh} />
          ))}
        </ul>
      ) : (
        <p>{found.isConfigured ? words.none : words.notConfigured}</p>
      )}
      {byStaff && found.isConfigured ? (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
          <Dialog isOpen={isAdding} title={words.dialog(customer)} onClose={() => setAdding(false)}>
            <Suspense fallback={<ListSkeleton rows={4} />}>
              <EmbeddedForm
                customerId={customerId}
                onClose={() => setAdding(false)}
                onSaved={() => {
                  refresh()
                  setAdding(false)
                  showToast(words.saved, 'success')
                }}
              />
            </Suspense>
          </Dialog>
        </div>
      ) : null}
    </section>
  )
}

type CardProps = { customerId: string; report: EmbeddedReport; byStaff: boolean; onRemoved: () => void }

function Card({ customerId, report: { embeddedReportId, name, lastOpened }, byStaff, onRemoved }: CardProps) {
  const words = useTexts(embeddedTexts)
  const { name: customer } = useShownCustomer()
  const { exact } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({ mutationFn: () => call(deleteEmbeddedReport, { params: { customerId, embeddedReportId } }) })
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        showToast(words.removed, 'success')
        onRemoved()
      },
    })
  const close = () => {
    setAsking(false)
    remove.reset()
  }
  return (
    <li>
      <Link
        className={styles.card}
        to="/reports/$customerId/$groupId/report/$reportId"
        params={{ customerId, groupId: 'powerbi', reportId: embeddedReportId }}
      >
        <strong>{name}</strong>
        {lastOpened ? <span className={styles.dim}>{words.lastOpened(lastOpened.by, exact(lastOpened.at))}</span> : null}
      </Link>
      {byStaff ? (
        <>
          <Button size="compact-sm" variant="subtle" color="red" aria-label={words.remove(name)} onClick={() => setAsking(true)}>
            {words.removeAction}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            title={words.removeTitle}
            text={words.removeText(name, customer)}
            action={words.removeAction}
            isBusy={remove.isPending}
            problem={remove.isError ? failureText(remove.error, { failed: words.notRemoved }) : undefined}
            onConfirm={confirm}
            onClose={close}
          />
        </>
      ) : null}
    </li>
  )
}
