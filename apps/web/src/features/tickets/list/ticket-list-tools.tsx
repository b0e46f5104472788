import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ticketSorts } from '@vakt/contract/ticket-list.ts'
import { saveTicketListChoice } from '@vakt/contract/ticket-views.ts'
import { ArrowDownUp, Check, Columns3 } from 'lucide-react'
import { downloadTickets, type TicketRow, ticketViewsQuery } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
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
  selection: RowSelection<TicketRow> | undefined
  onSort: (sort: string) => void
}

/** Order, columns and export. The order stands here too, since a phone has no heads of columns; so does choosing, since it has no boxes. */
export function TicketListTools({ customerId, search, columns, selection, onSort }: ToolsProps) {
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const { cancel, columns: columnsLabel, usualColumns } = useTexts(uiTexts)
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
  const { sort } = orderOf(search)
  const toggle = (key: string) => save.mutate(columns.includes(key) ? columns.filter((one) => one !== key) : [...columns, key])
  return (
    <div className={styles.tools}>
      {selection ? (
        <span className={styles.onPhone}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={selection.isByTouch ? null : <Check size={14} aria-hidden="true" />}
            onClick={selection.isByTouch ? selection.clear : selection.startByTouch}
          >
            {selection.isByTouch ? cancel : words.chooseByTouch}
          </Button>
        </span>
      ) : null}
      <MenuButton
        size="compact-sm"
        label={words.sort}
        icon={<ArrowDownUp size={14} aria-hidden="true" />}
        items={ticketSorts
          .filter((one) => one !== 'relevance' || search.q)
          .map((one) => ({ key: one, label: words.sortBy[one], isCurrent: one === sort, onChoose: () => onSort(one) }))}
      />
      <span className={styles.onDesk}>
        <MenuButton
          size="compact-sm"
          label={columnsLabel}
          icon={<Columns3 size={14} aria-hidden="true" />}
          items={[
            ...choosable.map((key) => ({ key, label: words[key], isChecked: columns.includes(key), onChoose: () => toggle(key) })),
            { key: 'usual', label: usualColumns, isCurrent: false, onChoose: () => save.mutate(null) },
          ]}
        />
      </span>
      <ExportMenu size="compact-sm" onExport={(format) => downloadTickets(customerId, search, format)} />
    </div>
  )
}
