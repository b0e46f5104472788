import { useInfiniteQuery } from '@tanstack/react-query'
import { ruleLimits } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { coverListQuery } from '#web/shared/entities/cover-queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './alert-rules.module.css'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import type { Named, RuleValues } from './rule-values.ts'

type RuleChoicesProps = { customerId: string; form: FormOf<RuleValues>; values: RuleValues; excluded: Named[] }

/** The resources of a filter with their check marks, of which the excluded ones stand first. */
export function RuleChoices({ customerId, form, values, excluded }: RuleChoicesProps) {
  const words = useTexts(ruleEditingTexts)
  const [search, setSearch] = useState('')
  // They stay where they are while check marks are set and cleared.
  const [first] = useState(excluded)
  const list = useInfiniteQuery(coverListQuery(customerId, values, search))
  const found = useRows(list.data)
  const pinned = search.trim() === '' ? first : []
  const rows = [...pinned, ...found.filter(({ entityId }) => !pinned.some((one) => one.entityId === entityId))]
  const left = new Set(excluded.map(({ entityId }) => entityId))
  const isFull = excluded.length >= ruleLimits.excluded
  const choose = ({ entityId, name }: Named, isCovered: boolean) =>
    form.change('excluded', isCovered ? excluded.filter((one) => one.entityId !== entityId) : [...excluded, { entityId, name }])
  return (
    <div className={styles.choices}>
      <p className={styles.dim}>{isFull ? words.most(ruleLimits.excluded) : words.chooseHelp}</p>
      <PlainInput
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        maxLength={500}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {list.isPending ? (
        <ListSkeleton rows={4} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.dim}>{words.nothing}</p>
      ) : (
        <ul className={styles.choiceRows} aria-label={words.choose}>
          {rows.map((row) => (
            <li key={row.entityId}>
              <CheckBox
                label={<bdi>{row.name}</bdi>}
                checked={!left.has(row.entityId)}
                disabled={isFull && !left.has(row.entityId)}
                onChange={({ currentTarget }) => choose(row, currentTarget.checked)}
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
    </div>
  )
}
