import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ListedCustomer, listCustomers } from '@vakt/contract/administration.ts'
import { Building2, Plus } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { type CustomerListSearch, customerListSearch } from './customer-list-search.ts'
import type { CustomerPanelProps } from './customer-panel.tsx'
import { customerListQuery } from './customer-queries.ts'
import styles from './customers.module.css'
import { customerTexts } from './customers.texts.ts'

const CustomerPanel = lazy(() => import('./customer-panel.tsx').then((module) => ({ default: module.CustomerPanel })))

export function CustomersPage({ Checklist }: { Checklist: CustomerPanelProps['Checklist'] }) {
  const words = useTexts(customerTexts)
  const navigate = useNavigate()
  const { open, create, ...filter } = customerListSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(customerListQuery(filter.q))
  const rows = useRows(list.data)
  const columns = useCustomerColumns(filter)
  const hasOpened = useRef(false)
  if (open || create) hasOpened.current = true
  const goTo = (search: CustomerListSearch) => void navigate({ to: '/admin/customers', search, replace: true, resetScroll: false })
  const close = () => {
    goTo(filter)
    const selector = open ? `[data-customer="${CSS.escape(open)}"]` : '[data-create]'
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
  }

  return (
    <ListPage
      title={words.title}
      conclusion={words.conclusion}
      action={
        <span className={styles.tools}>
          <ExportMenu onExport={(format) => downloadList(listCustomers, { query: filter }, format)} />
          <Button data-create leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => goTo({ ...filter, create: true })}>
            {words.create}
          </Button>
        </span>
      }
      filters={<FilterSearch label={words.search} value={filter.q ?? ''} onChange={(q) => goTo(customerListSearch({ q }))} />}
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={({ customerId }) => customerId}
        openKey={open}
        empty={
          filter.q ? (
            <NothingMatches title={words.nothingMatches} onClear={() => goTo({})} />
          ) : (
            <EmptyState title={words.nothingTitle} icon={<Building2 size={28} strokeWidth={1.5} />} />
          )
        }
      />
      {hasOpened.current ? (
        <Suspense>
          <CustomerPanel
            customerId={open}
            isNew={create === true}
            Checklist={Checklist}
            onCreated={(customerId) => goTo({ ...filter, open: customerId })}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

function useCustomerColumns(filter: CustomerListSearch): Column<ListedCustomer>[] {
  const words = useTexts(customerTexts)
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      cell: ({ customerId, name, isProvider }) => (
        <>
          <Link
            to="/admin/customers"
            search={{ ...filter, open: customerId }}
            resetScroll={false}
            data-row-link
            data-customer={customerId}
            title={name}
          >
            {name}
          </Link>
          {isProvider ? <span className={styles.dim}> {words.provider}</span> : null}
        </>
      ),
    },
    {
      key: 'id',
      label: words.id,
      width: '9rem',
      phone: 'second',
      cell: ({ customerId }) => <span className={styles.dim}>{customerId}</span>,
    },
    {
      key: 'incidents',
      label: words.openIncidents,
      width: '21rem',
      phone: 'second',
      cell: ({ openIncidents }) => <SeverityCountList counts={openIncidents} />,
    },
    {
      key: 'go',
      label: words.go,
      width: '14rem',
      phone: 'second',
      cell: ({ customerId, name }) => (
        <span className={styles.go}>
          <Link to="/admin/permissions" search={{ customer: customerId }} aria-label={words.permissionsOf(name)}>
            {words.permissions}
          </Link>
          <Link to="/admin/users" search={{ customer: customerId }} aria-label={words.usersOf(name)}>
            {words.users}
          </Link>
        </span>
      ),
    },
  ]
}
