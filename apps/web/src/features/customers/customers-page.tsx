import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Closing } from '@vakt/contract/customers/customer-closing.ts'
import { type ListedCustomer, listCustomers } from '@vakt/contract/users/administration.ts'
import { Building2, Plus } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { customerListSearch } from './customer-list-search.ts'
import type { CustomerPanelProps } from './customer-panel.tsx'
import { customerListQuery } from './customer-queries.ts'
import styles from './customers.module.css'
import { customerTexts } from './customers.texts.ts'

const CustomerPanel = lazy(() => import('./customer-panel.tsx').then((module) => ({ default: module.CustomerPanel })))

export function CustomersPage({ Checklist, Closing }: Pick<CustomerPanelProps, 'Checklist' | 'Closing'>) {
  const words = useTexts(customerTexts)
  const screen = useListScreen(customerListSearch)
  const list = useInfiniteQuery(customerListQuery(screen.rows))
  const columns = useCustomerColumns(screen.link)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.conclusion}
      action={
        <Button data-opens="true" leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => screen.open({ create: true })}>
          {words.create}
        </Button>
      }
      onExport={(format) => downloadList(listCustomers, { query: screen.rows }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.status}
            value={screen.rows.closed ? ['closed'] : []}
            onChange={({ length }) => screen.change({ closed: length > 0 || undefined })}
            options={[{ value: 'closed', label: words.closed }]}
          />
        </>
      }
      columns={columns}
      rowKey={({ customerId }) => customerId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothingTitle} icon={<Building2 size={28} strokeWidth={1.5} />} />}
      panel={
        <CustomerPanel
          customerId={screen.openKey}
          isNew={screen.search.create === true}
          Checklist={Checklist}
          Closing={Closing}
          onCreated={(open) => screen.open({ open })}
          onClose={screen.close}
        />
      }
    />
  )
}

function useCustomerColumns(link: RowLink): Column<ListedCustomer>[] {
  const words = useTexts(customerTexts)
  const format = useFormat()
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      cell: ({ customerId, name, isProvider, closing, erased }) => (
        <>
          {erased ? name : link(customerId, name, name)}
          {isProvider ? <span className={styles.dim}> {words.provider}</span> : null}
          {closing ? <span className={styles.dim}> {words.closedAt(format.exact(closing.at), closing.by)}</span> : null}
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
      cell: ({ openIncidents, isConnected, closing, erased }) =>
        closing ? (
          <ErasingState closing={closing} erased={erased} />
        ) : isConnected || sumCounts(openIncidents) > 0 ? (
          <SeverityCountList counts={openIncidents} />
        ) : (
          <span className={styles.dim}>{words.nothingConnected}</span>
        ),
    },
    {
      key: 'go',
      label: words.go,
      width: '14rem',
      phone: 'hidden',
      cell: ({ customerId, name, erased }) =>
        erased ? null : (
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

/** When a closed customer is erased, or was. */
function ErasingState({ closing, erased }: { closing: Closing; erased: ListedCustomer['erased'] }) {
  const words = useTexts(customerTexts)
  const format = useFormat()
  const says = erased
    ? words.erasedAt(format.exact(erased.at), erased.by)
    : closing.erasing
      ? words.erasing
      : closing.erasesAt
        ? words.erasesAt(format.exact(closing.erasesAt))
        : words.isKept
  return <span className={styles.dim}>{says}</span>
}
