import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listInvitations, listUsers } from '@vakt/contract/users.ts'
import { UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { InvitationList } from './invitation-list.tsx'
import { userColumns } from './user-columns.tsx'
import { userListQuery } from './user-queries.ts'
import { type UserSearch, userSearch } from './user-search.ts'
import styles from './users.module.css'
import { userTexts } from './users.texts.ts'

const UserPanel = lazy(() => import('./user-panel.tsx').then((module) => ({ default: module.UserPanel })))
const InvitePanel = lazy(() => import('./invite-panel.tsx').then((module) => ({ default: module.InvitePanel })))

export function UsersPage() {
  const words = useTexts(userTexts)
  const { customerId, name } = useShownCustomer()
  const navigate = useNavigate()
  const { user: openId, invite, ...filter } = userSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const hasOpened = useRef(false)
  if (openId || invite) hasOpened.current = true
  const goTo = (search: UserSearch) => void navigate({ to: '/admin/users', search, replace: true, resetScroll: false })
  const focusLater = (selector: string) => requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
  const close = (selector: string) => {
    goTo(filter)
    focusLater(selector)
  }
  const save = (format: 'csv' | 'json') =>
    filter.view === 'invitations'
      ? downloadList(listInvitations, { params: { customerId } }, format)
      : downloadList(listUsers, { params: { customerId }, query: filter.q ? { q: filter.q } : {} }, format)

  return (
    <ListPage
      title={words.title}
      conclusion={words.of(name, customerId)}
      action={
        <span className={styles.tools}>
          <ExportMenu onExport={save} />
          <Button data-invite leftSection={<UserPlus size={16} aria-hidden="true" />} onClick={() => goTo({ ...filter, invite: true })}>
            {words.invite}
          </Button>
        </span>
      }
      filters={
        <>
          {filter.view ? null : (
            <FilterSearch label={words.search} value={filter.q ?? ''} onChange={(q) => goTo(userSearch({ ...filter, q }))} />
          )}
          <FilterTabs
            label={words.view}
            value={filter.view ?? 'users'}
            options={[
              { value: 'users', label: words.users },
              { value: 'invitations', label: words.invitations },
            ]}
            onChange={(view) => goTo(userSearch({ ...filter, view }))}
          />
        </>
      }
    >
      {filter.view ? (
        <InvitationList customerId={customerId} />
      ) : (
        <UserList customerId={customerId} filter={filter} openId={openId} goTo={goTo} />
      )}
      {hasOpened.current ? (
        <Suspense>
          <UserPanel customerId={customerId} userId={openId} onClose={() => close(`[data-user="${CSS.escape(openId ?? '')}"]`)} />
          <InvitePanel customerId={customerId} isOpen={invite === true} onClose={() => close('[data-invite]')} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

type UserListProps = { customerId: string; filter: UserSearch; openId: string | undefined; goTo: (search: UserSearch) => void }

function UserList({ customerId, filter, openId, goTo }: UserListProps) {
  const words = useTexts(userTexts)
  const list = useInfiniteQuery(userListQuery(customerId, filter.q))
  const rows = useRows(list.data)
  const columns = userColumns({
    words,
    name: ({ userId, name }) => (
      <Link to="/admin/users" search={{ ...filter, user: userId }} resetScroll={false} data-row-link data-user={userId} title={name}>
        {name}
      </Link>
    ),
  })
  return (
    <PagedRows
      list={list}
      failed={words.listFailed}
      label={words.users}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      openKey={openId}
      empty={
        filter.q ? (
          <NothingMatches title={words.nothingMatches} onClear={() => goTo({})} />
        ) : (
          <EmptyState title={words.nobodyTitle} text={words.nobodyText} icon={<Users size={28} strokeWidth={1.5} />} />
        )
      }
    />
  )
}
