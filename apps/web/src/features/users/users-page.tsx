import { useInfiniteQuery } from '@tanstack/react-query'
import { listInvitations, listUsers, type User } from '@vakt/contract/users/users.ts'
import { UserPlus, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ColumnMenu, useChosenColumns } from '#web/lists/list-columns.tsx'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRoleName } from '#web/shared/access/use-role-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { InvitationList } from './invitation-list.tsx'
import { userColumns } from './user-columns.tsx'
import { userListQuery } from './user-queries.ts'
import { userSearch } from './user-search.ts'
import { userTexts } from './users.texts.ts'

const UserPanel = lazy(() => import('./user-panel.tsx').then((module) => ({ default: module.UserPanel })))
const InvitePanel = lazy(() => import('./invite-panel.tsx').then((module) => ({ default: module.InvitePanel })))

const UserBulkActions = lazy(() => import('./user-bulk-actions.tsx').then((module) => ({ default: module.UserBulkActions })))

const keyOf = ({ userId }: User) => userId
const batchSize = 100

export function UsersPage() {
  const words = useTexts(userTexts)
  const { customerId, name } = useShownCustomer()
  const screen = useListScreen(userSearch)
  const { view, q } = screen.rows
  const list = useInfiniteQuery({ ...userListQuery(customerId, q), enabled: view === undefined })
  const labelOf = ({ name }: User) => words.select(name)
  const selection = useRowSelection({ rows: useRows(list.data), keyOf, labelOf, labelOfAll: words.selectAll, batchSize, list })
  const save = (format: 'csv' | 'json') =>
    view === 'invitations'
      ? downloadList(listInvitations, { params: { customerId } }, format)
      : downloadList(listUsers, { params: { customerId }, query: q ? { q } : {} }, format)
  const nameOfRole = useRoleName()
  const columns = userColumns({ words, nameOfRole, name: ({ userId, name }) => screen.link(userId, name, name) })
  const shown = useChosenColumns(screen.list, columns)
  return (
    <ListFrame
      screen={screen}
      {...(view ? {} : { list })}
      title={words.title}
      conclusion={words.of(name, customerId)}
      tools={view ? null : <ColumnMenu list="users" columns={columns} />}
      onExport={save}
      action={
        <Button data-opens="true" leftSection={<UserPlus size={16} aria-hidden="true" />} onClick={() => screen.open({ invite: true })}>
          {words.invite}
        </Button>
      }
      bulk={
        view
          ? undefined
          : {
              selection,
              actions: (
                <Suspense>
                  <UserBulkActions customerId={customerId} selection={selection} />
                </Suspense>
              ),
            }
      }
      filters={
        <>
          {view ? null : <FilterSearch label={words.search} {...screen.text('q')} />}
          <FilterTabs
            label={words.view}
            {...screen.tab('view', 'users')}
            options={[
              { value: 'users', label: words.users },
              { value: 'invitations', label: words.invitations },
            ]}
            stays
          />
        </>
      }
      panel={
        <>
          <UserPanel customerId={customerId} userId={screen.openKey} onClose={screen.close} />
          <InvitePanel customerId={customerId} isOpen={screen.search.invite === true} onClose={screen.close} />
        </>
      }
    >
      {view ? (
        <InvitationList screen={screen} customerId={customerId} />
      ) : (
        <ListRows
          screen={screen}
          list={list}
          label={words.users}
          columns={shown}
          rowKey={keyOf}
          selection={selection}
          words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
          empty={<EmptyState title={words.nobodyTitle} text={words.nobodyText} icon={<Users size={28} strokeWidth={1.5} />} />}
        />
      )}
    </ListFrame>
  )
}
