import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'

type Item = { id: string; name: string }
type CheckListProps = {
  label: string
  find: string
  nothing: string
  search: string
  onSearch: (search: string) => void
  list: Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  items: readonly Item[]
  isChecked: (id: string) => boolean
  onCheck: (item: Item, isChecked: boolean) => void
}

/** Names with a check mark each, found by search, page by page. */
export function CheckList({ label, find, nothing, search, onSearch, list, items, isChecked, onCheck }: CheckListProps) {
  const words = useTexts(ruleStandardTexts)
  return (
    <>
      <PlainInput
        type="search"
        aria-label={find}
        placeholder={find}
        maxLength={200}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {list.isPending ? (
        <ListSkeleton rows={4} />
      ) : list.isError && items.length === 0 ? (
        <ErrorState title={words.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : items.length === 0 ? (
        <p className={styles.dim}>{nothing}</p>
      ) : (
        <ul className={styles.choiceRows} aria-label={label}>
          {items.map((item) => (
            <li key={item.id}>
              <CheckBox
                label={<bdi>{item.name}</bdi>}
                checked={isChecked(item.id)}
                onChange={({ currentTarget }) => onCheck(item, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button variant="subtle" size="compact-sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}
