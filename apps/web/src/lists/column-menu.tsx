import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import type { ListName } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton, type MenuItem } from '#web/ui/controls/menu-button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { type ChosenColumn, isFixed, useChosenColumns } from './list-columns.tsx'
import styles from './list-screen.module.css'
import { listViewsKey } from './list-view-queries.ts'
import { showColumns, viewCalls } from './view-calls.ts'

type ColumnMenuProps = { list: ListName; columns: readonly ChosenColumn[]; more?: MenuItem[] }

/** Which columns a list shows, chosen one by one and kept for the user. A phone has no columns to choose. */
export function ColumnMenu({ list, columns, more = [] }: ColumnMenuProps) {
  const words = useTexts(uiTexts)
  const queryClient = useQueryClient()
  const { customerId } = useShownCustomer()
  const shown = useChosenColumns(list, [...columns]).map(({ key }) => key)
  const save = useMutation({
    mutationFn: (chosen: string[] | null) => viewCalls(list, customerId).choose({ columns: chosen }),
    onMutate: (chosen) => showColumns(queryClient, list, customerId, chosen),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listViewsKey(list, customerId) }),
  })
  const toggle = (key: string) => save.mutate(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key])
  return (
    <span className={styles.onDesk}>
      <MenuButton
        label={words.columns}
        icon={<Columns3 size={16} aria-hidden="true" />}
        items={[
          ...columns
            .filter((column) => !isFixed(column, columns))
            .map(({ key, label }) => ({ key, label, isChecked: shown.includes(key), onChoose: () => toggle(key) })),
          ...more,
          { key: 'usual', label: words.usualColumns, isCurrent: false, onChoose: () => save.mutate(null) },
        ]}
      />
    </span>
  )
}
