import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ticketSorts } from '@vakt/contract/ticket-list.ts'
import { saveTicketListChoice } from '@vakt/contract/ticket-views.ts'
import { ArrowDownUp, Columns3, Ellipsis } from 'lucide-react'
import { downloadTickets, type TicketRow, ticketViewsQuery } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { useExportItems } from '#web/ui/table/use-export-items.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { orderOf } from './shown-tickets.ts'
import type { TicketColumnKey } from './ticket-columns.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import type { TicketSearch } from './ticket-search.ts'

const choosable: readonly Exclude<TicketColumnKey, 'customer'>[] = [
  'number',
  'priority',
  'status',
  'timeLeft',
  'type',
  'assignee',
  'group',
  'requester',
  'tags',
  'entity',
  'source',
  'created',
  'changed',
]

type ToolsProps = {
  customerId: string
  search: TicketSearch
  columns: readonly string[]
  onSort: (sort: string) => void
}

/** On a phone, which has no heads of columns, this stands among the filters. */
export function TicketOrder({ search, onSort }: Pick<ToolsProps, 'search' | 'onSort'>) {
  const words = useTexts(ticketListTexts)
  const { sort } = orderOf(search)
  return (
    <MenuButton
      size="compact-sm"
      label={words.sort}
      icon={<ArrowDownUp size={14} aria-hidden="true" />}
      items={ticketSorts
        .filter((one) => one !== 'relevance' || search.q)
        .map((one) => ({ key: one, label: words.sortBy[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
    />
  )
}

type PhoneMenuProps = Pick<ToolsProps, 'customerId' | 'search'> & { selection: RowSelection<TicketRow> | undefined }

/** On a phone: the export, and choosing by touch, since rows have no boxes there. */
export function TicketPhoneMenu({ customerId, search, selection }: PhoneMenuProps) {
  const words = useTexts(ticketListTexts)
  const { cancel, export: exportLabel, moreActions } = useTexts(uiTexts)
  const { isBusy, items } = useExportItems((format) => downloadTickets(customerId, search, format))
  const choose = selection?.isByTouch
    ? { key: 'choose', label: cancel, onChoose: selection.clear }
    : { key: 'choose', label: words.chooseByTouch, onChoose: () => selection?.startByTouch() }
  return (
    <MenuButton
      label={<Ellipsis size={16} aria-hidden="true" />}
      ariaLabel={moreActions}
      isBusy={isBusy}
      items={[...(selection ? [choose] : []), ...items.map((item) => ({ ...item, label: `${exportLabel}: ${item.label}` }))]}
    />
  )
}

/** Order, columns and export, where there is room for them. */
export function TicketListTools({ customerId, search, columns, onSort }: ToolsProps) {
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const { columns: columnsLabel, usualColumns } = useTexts(uiTexts)
  const queryClient = useQueryClient()
  const { queryKey } = ticketViewsQuery(customerId)
  const save = useMutation({
    mutationFn: (chosen: string[] | null) => call(saveTicketListChoice, { params: { customerId }, body: { columns: chosen } }),
    async onMutate(chosen) {
      // An answer that is under way still has the columns of before.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (kept) => kept && { ...kept, columns: chosen })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const toggle = (key: string) => save.mutate(columns.includes(key) ? columns.filter((one) => one !== key) : [...columns, key])
  return (
    <div className={styles.tools}>
      <TicketOrder search={search} onSort={onSort} />
      <MenuButton
        size="compact-sm"
        label={columnsLabel}
        icon={<Columns3 size={14} aria-hidden="true" />}
        items={[
          ...choosable.map((key) => ({ key, label: words[key], isChecked: columns.includes(key), onChoose: () => toggle(key) })),
          { key: 'usual', label: usualColumns, isCurrent: false, onChoose: () => save.mutate(null) },
        ]}
      />
      <ExportMenu size="compact-sm" onExport={(format) => downloadTickets(customerId, search, format)} />
    </div>
  )
}
