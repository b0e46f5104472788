import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { deliveryChannels, deliveryStates, listOutbox, type OutboxMessage } from '@vakt/contract/deliveries/deliveries.ts'
import { Mail } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MailState } from './mail-state.tsx'
import styles from './outbox.module.css'
import { outboxTexts } from './outbox.texts.ts'
import { outboxListQuery, outboxStateQuery } from './outbox-queries.ts'
import { outboxSearch } from './outbox-search.ts'

function useColumns(link: RowLink): Column<OutboxMessage>[] {
  const words = useTexts(outboxTexts)
  return [
    { key: 'state', label: words.state, width: '9.5rem', phone: 'second', cell: ({ state }) => <MailState state={state} /> },
    {
      key: 'subject',
      label: words.subject,
      phone: 'first',
      cell: ({ deliveryId, subject, private: isPrivate }) => (
        <span className={styles.subject}>
          {link(deliveryId, subject)}
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
    { key: 'channel', label: words.channel, width: '6rem', phone: 'hidden', cell: ({ channel }) => words.channels[channel] },
    {
      key: 'customer',
      label: words.customer,
      width: '11rem',
      phone: 'hidden',
      cell: ({ customerName, customerIsClosed }) => <CustomerName name={customerName} isClosed={customerIsClosed} />,
    },
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
  const { locale } = useFormat()
  const { data } = useQuery(outboxStateQuery)
  if (!data) return null
  const kept = (['sms', 'voice'] as const)
    .filter((channel) => !data.channels.includes(channel))
    .map((channel) => words.smsAndCalls[channel])
  const failed = data.counts.find(({ state }) => state === 'failed')?.count ?? 0
  return (
    <>
      {data.mailServer ? words.sending(data.mailServer) : words.keeping}{' '}
      {kept.length > 0 ? words.phonesKept(new Intl.ListFormat(locale).format(kept)) : null} {failed > 0 ? words.failedSome(failed) : null}
    </>
  )
}

/** Every mail, its delivery status, and how it looks. */
export function OutboxPage() {
  const words = useTexts(outboxTexts)
  const screen = useListScreen(outboxSearch)
  const list = useInfiniteQuery(outboxListQuery(screen.rows))
  const columns = useColumns(screen.link)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={<Conclusion />}
      onExport={(format) => downloadList(listOutbox, { query: screen.rows }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.state}
            {...screen.choices('state')}
            options={deliveryStates.map((value) => ({ value, label: words.states[value] }))}
          />
          <FilterSelect
            label={words.channel}
            {...screen.choices('channel')}
            options={deliveryChannels.map((value) => ({ value, label: words.channels[value] }))}
          />
        </>
      }
      columns={columns}
      rowKey={({ deliveryId }) => deliveryId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Mail size={28} strokeWidth={1.5} />} />}
      panel={<MailPanel mailId={screen.openKey} onClose={screen.close} />}
    />
  )
}
