import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CustomDashboard } from '@vakt/contract/reports/custom-dashboards.ts'
import { LayoutDashboard } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { dashboardsQuery, useRemoveDashboard } from './custom-dashboard-queries.ts'
import styles from './custom-dashboards.module.css'
import { customDashboardTexts } from './custom-dashboards.texts.ts'
import type { CustomDashboardsSearch } from './custom-dashboards-search.ts'

const TileGrid = lazy(() => import('./tile-grid.tsx').then((module) => ({ default: module.TileGrid })))
const DashboardWall = lazy(() => import('./dashboard-wall.tsx').then((module) => ({ default: module.DashboardWall })))
const DashboardEditor = lazy(() => import('./dashboard-editor.tsx').then((module) => ({ default: module.DashboardEditor })))

const icon = <LayoutDashboard size={28} strokeWidth={1.5} />

/** The dashboards that people arrange themselves: one of them is shown, the address says which. */
export function CustomDashboardsPage() {
  const words = useTexts(customDashboardTexts)
  const navigate = useNavigate()
  const { board, wall }: CustomDashboardsSearch = useSearch({ strict: false })
  const { customerId, can } = useShownCustomer()
  const dashboards = useQuery(dashboardsQuery(customerId))
  const [edited, setEdited] = useState<'new' | 'shown' | null>(null)
  const mayWrite = can(['@feature.appmonitor.write'])
  const shown = board ? dashboards.data?.find(({ dashboardId }) => dashboardId === board) : dashboards.data?.[0]
  usePageTitle(shown?.name ?? words.title)
  const show = (search: CustomDashboardsSearch) => void navigate({ to: '/dashboards/$customerId', params: { customerId }, search })
  const add = mayWrite ? <Button onClick={() => setEdited('new')}>{words.add}</Button> : null

  if (!dashboards.data)
    return dashboards.isError ? (
      <ErrorState isWholePage title={words.failed} error={dashboards.error} onRetry={() => void dashboards.refetch()} />
    ) : (
      <ListSkeleton rows={6} />
    )
  if (wall && shown)
    return (
      <Suspense fallback={<ListSkeleton rows={6} />}>
        <DashboardWall customerId={customerId} dashboard={shown} onLeave={() => show({ board: shown.dashboardId })} />
      </Suspense>
    )
  if (edited)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{edited === 'new' ? words.add : (shown?.name ?? words.title)}</h1>
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <DashboardEditor
            customerId={customerId}
            dashboard={edited === 'shown' ? (shown ?? null) : null}
            onSaved={(dashboardId) => {
              setEdited(null)
              show({ board: dashboardId })
            }}
            onCancel={() => setEdited(null)}
          />
        </Suspense>
      </div>
    )
  if (!shown)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{words.title}</h1>
        {board ? (
          <EmptyState title={words.goneTitle} text={words.goneText} icon={icon}>
            <Button variant="default" onClick={() => show({})}>
              {words.title}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={words.noneTitle} text={mayWrite ? words.noneText : words.noneReader} icon={icon}>
            {add}
          </EmptyState>
        )}
      </div>
    )
  const choice =
    dashboards.data.length > 1 ? (
      <PlainSelect aria-label={words.choose} value={shown.dashboardId} onChange={(event) => show({ board: event.currentTarget.value })}>
        {dashboards.data.map(({ dashboardId, name }) => (
          <option key={dashboardId} value={dashboardId}>
            {name}
          </option>
        ))}
      </PlainSelect>
    ) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>
            <bdi>{shown.name}</bdi>
          </h1>
          <p className={styles.dim}>{shown.isOwn ? (shown.isShared ? words.ownShared : words.own) : words.shared(shown.owner)}</p>
        </div>
        <div className={styles.tools}>
          {choice}
          <Button variant="default" onClick={() => show({ board: shown.dashboardId, wall: true })}>
            {words.wall}
          </Button>
          {mayWrite ? (
            <Changes customerId={customerId} dashboard={shown} onEdit={() => setEdited('shown')} onRemoved={() => show({})} add={add} />
          ) : null}
        </div>
      </header>
      {shown.tiles.length > 0 ? (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <TileGrid customerId={customerId} tiles={shown.tiles} />
        </Suspense>
      ) : (
        <EmptyState title={words.empty} icon={icon} />
      )}
    </div>
  )
}

type ChangesProps = { customerId: string; dashboard: CustomDashboard; onEdit: () => void; onRemoved: () => void; add: ReactNode }

function Changes({ customerId, dashboard: { dashboardId, name }, onEdit, onRemoved, add }: ChangesProps) {
  const words = useTexts(customDashboardTexts)
  const remove = useRemoveDashboard(customerId)
  const [asks, setAsks] = useState(false)
  const close = () => {
    setAsks(false)
    remove.reset()
  }
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button variant="default" onClick={() => setAsks(true)}>
        {words.remove}
      </Button>
      {add}
      <ConfirmDialog
        isOpen={asks}
        title={words.removeTitle(name)}
        text={words.removeText}
        action={words.remove}
        isBusy={remove.isPending}
        problem={remove.isError ? failureText(remove.error, { failed: words.notRemoved }) : undefined}
        onConfirm={() =>
          remove.mutate(dashboardId, {
            onSuccess: () => {
              showToast(words.removed, 'success')
              close()
              onRemoved()
            },
          })
        }
        onClose={close}
      />
    </>
  )
}
