import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListKey, saveListChoice } from '@vakt/contract/list-views.ts'
import { Columns3 } from 'lucide-react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { uiTexts } from '#web/ui/ui.texts.ts'
import { type ChosenColumn, isFixed, useChosenColumns } from './list-columns.tsx'
import styles from './list-screen.module.css'
import { choiceOf, type ListViews, listViewsQuery } from './list-view-queries.ts'

const withColumns = (kept: ListViews | undefined, list: ListKey, columns: string[] | null): ListViews | undefined =>
  kept && {
    ...kept,
    choices: [
      ...kept.choices.filter((choice) => choice.list !== list),
      { defaultViewId: choiceOf(kept, list)?.defaultViewId ?? null, list, columns },
    ],
  }

/** Which columns a list shows, chosen one by one and kept for the user. A phone has no columns to choose. */
export function ColumnMenu({ list, columns }: { list: ListKey; columns: readonly ChosenColumn[] }) {
  const words = useTexts(uiTexts)
  const queryClient = useQueryClient()
  const { queryKey } = listViewsQuery
  const shown = useChosenColumns(list, [...columns]).map(({ key }) => key)
  const save = useMutation({
    mutationFn: (chosen: string[] | null) => call(saveListChoice, { body: { list, columns: chosen } }),
    async onMutate(chosen) {
      // An answer that is under way still has the columns of before.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (kept) => withColumns(kept, list, chosen))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
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
          { key: 'usual', label: words.usualColumns, isCurrent: false, onChoose: () => save.mutate(null) },
        ]}
      />
    </span>
  )
}
