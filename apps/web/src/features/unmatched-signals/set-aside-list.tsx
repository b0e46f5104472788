import type { SetAsideSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import { Inbox } from 'lucide-react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { signalNoteTexts } from '#web/shared/signals/signal-note.texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import type { SelectableProps } from './unmatched-screen.ts'

export const setAsideKeyOf = ({ customer, signalId }: SetAsideSignal) => `${customer.customerId} ${signalId}`

export function SetAsideList({ screen, list, selection }: SelectableProps<SetAsideSignal>) {
  const words = useTexts(unmatchedTexts)
  const { note } = useTexts(signalNoteTexts)
  return (
    <ListRows
      screen={screen}
      list={list}
      words={{ failed: words.failed }}
      label={words.setAside}
      rowKey={setAsideKeyOf}
      selection={selection}
      columns={[
        { key: 'state', label: words.state, width: '9rem', phone: 'second', cell: ({ state }) => words.states[state] },
        {
          key: 'note',
          label: words.note,
          phone: 'first',
          cell: (row) => screen.link(setAsideKeyOf(row), <bdi>{row.note ? note(row.note) : words.signal(row.signalId)}</bdi>),
        },
        { key: 'format', label: words.format, width: '10rem', phone: 'hidden', cell: ({ format }) => format },
        { key: 'customer', label: words.customer, width: '18%', phone: 'hidden', cell: ({ customer }) => customer.name },
        { key: 'size', label: words.size, width: '6rem', phone: 'hidden', cell: ({ bytes }) => words.bytes(bytes) },
        {
          key: 'received',
          label: words.received,
          width: '8rem',
          phone: 'first',
          cell: ({ receivedAt }) => <RelativeTime iso={receivedAt} />,
        },
      ]}
      empty={<EmptyState title={words.nothingSetAside} text={words.nothingSetAsideText} icon={<Inbox size={28} strokeWidth={1.5} />} />}
    />
  )
}
