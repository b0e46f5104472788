import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { deliveryStates, listOutbox, type OutboxMessage } from '@vakt/contract/notifications.ts'
import { Mail } from 'lucide-react'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { MailPanel } from './mail-panel.tsx'
import { MailState } from './mail-state.tsx'
import styles from './outbox.module.css'
import { outboxTexts } from './outbox.texts.ts'
import { outboxListQuery, outboxStateQuery } from './outbox-queries.ts'
import { type OutboxSearch, outboxSearch } from './outbox-search.ts'

function useColumns(filter: OutboxSearch): Column<OutboxMessage>[] {
  const words = useTexts(outboxTexts)
  return [
    { key: 'state', label: words.state, width: '9.5rem', phone: 'second', cell: ({ state }) => <MailState state={state} /> },
    {
      key: 'subject',
      label: words.subject,
      phone: 'first',
      cell: ({ deliveryId, subject, private: isPrivate }) => (
        <span className={styles.subject}>
          <Link
            to="/admin/outbox"
            search={{ ...filter, open: deliveryId }}
            replace
            resetScroll={false}
            data-row-link
            data-mail={deliveryId}
          >
            {subject}
          </Link>
          {isPrivate ? <span className={styles.internal}>{words.internal}</span> : null}
        </span>
      ),
    },
    {
      key: 'to',
      label: words.to,
      width: '15rem',
      phone: 'second',
      cell: ({ recipient }) => <span title={recipient.name}>{recipient.address}</span>,
    },
    { key: 'customer', label: words.customer, width: '11rem', phone: 'hidden', cell: ({ customerName }) => customerName },
    {
      key: 'when',
      label: words.when,
      width: '8rem',
      phone: 'first',
      cell: ({ createdAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={createdAt} />
        </span>
      ),
    },
  ]
}

function Conclusion() {
  const words = useTexts(outboxTexts)
  const { data } = useQuery(outboxStateQuery)
  if (!data) return null
  const failed = data.counts.find(({ state }) => state === 'failed')?.count ?? 0
  return (
    <>
      {data.mailServer ? words.sending(data.mailServer) : words.keeping} {failed > 0 ? words.failedSome(failed) : null}
    </>
  )
}

/** Every mail, what became of it, and how it looks. */
export function OutboxPage() {
  const words = useTexts(outboxTexts)
  const navigate = useNavigate()
  const { open, ...filter } = outboxSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(outboxListQuery(filter))
  const rows = useRows(list.data)
  const columns = useColumns(filter)
  const goTo = (search: OutboxSearch) => void navigate({ to: '/admin/outbox', search, replace: true, resetScroll: false })
  const change = (changed: Record<string, unknown>) => goTo(outboxSearch({ ...filter, ...changed }))
  const close = () => {
    goTo(filter)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-mail="${CSS.escape(open ?? '')}"]`)?.focus())
  }
  return (
    <ListPage
      title={words.title}
      conclusion={<Conclusion />}
      action={<ExportMenu onExport={(format) => downloadList(listOutbox, { query: filter }, format)} />}
      filters={
        <>
          <FilterSearch label={words.search} value={filter.q ?? ''} onChange={(q) => change({ q })} />
          <FilterSelect
            label={words.state}
            value={filter.state ?? []}
            options={deliveryStates.map((value) => ({ value, label: words.states[value] }))}
            onChange={(state) => change({ state })}
          />
        </>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={({ deliveryId }) => deliveryId}
        openKey={open}
        empty={
          filter.q || filter.state ? (
            <NothingMatches title={words.nothingMatches} onClear={() => goTo({})} />
          ) : (
            <EmptyState title={words.nothing} text={words.nothingText} icon={<Mail size={28} strokeWidth={1.5} />} />
          )
        }
      />
      <MailPanel mailId={open} onClose={close} />
    </ListPage>
  )
}
