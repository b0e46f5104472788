import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, Suspense } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import type { ListFrameProps } from './list-frame.tsx'
import type { ListRowsProps } from './list-rows.tsx'
import { ListScreen } from './list-screen.tsx'

type PanelListProps<Search extends object, Rows extends object, Row> = Pick<
  ListFrameProps<Search, Rows>,
  'screen' | 'conclusion' | 'filters' | 'onExport'
> &
  Pick<ListRowsProps<Search, Rows, Row>, 'list' | 'columns' | 'rowKey'> & {
    words: { title: string; listFailed: string; nothing: string; nothingText: string; nothingMatches?: string }
    /** Stands on the button that opens the form of a new one, and names that form. */
    addLabel: string
    /** Names the panel of a row. */
    detailsLabel: string | ((row: Row) => string)
    icon: LucideIcon
    /** The form of a new one. */
    form: ReactNode
    details: (row: Row) => ReactNode
  }

/** A list of what was set up, such as webhooks: its rows, and the form of a new one (`new` in the address), open in a panel. */
export function PanelList<Search extends object, Rows extends object, Row>(props: PanelListProps<Search, Rows, Row>) {
  const { words, addLabel, detailsLabel, icon: Icon, form, details, ...list } = props
  const { screen, rowKey } = list
  const rows = useRows(list.list.data)
  const isNew = screen.openKey === 'new'
  const opened = rows.find((row) => rowKey(row) === screen.openKey)
  const add = (
    <Button data-opens="new" onClick={screen.openNew}>
      {addLabel}
    </Button>
  )
  return (
    <ListScreen
      {...list}
      title={words.title}
      action={rows.length > 0 || screen.isFiltered ? add : null}
      words={{ failed: words.listFailed, ...(words.nothingMatches ? { nothingMatches: words.nothingMatches } : {}) }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<Icon size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel
          label={opened ? (typeof detailsLabel === 'string' ? detailsLabel : detailsLabel(opened)) : addLabel}
          isOpen={isNew || opened !== undefined}
          onClose={screen.close}
        >
          <Suspense fallback={<DetailSkeleton />}>
            {isNew ? form : null}
            {opened ? <Fragment key={rowKey(opened)}>{details(opened)}</Fragment> : null}
          </Suspense>
        </SidePanel>
      }
    />
  )
}
