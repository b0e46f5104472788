import { useInfiniteQuery } from '@tanstack/react-query'
import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { CheckList } from './check-list.tsx'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { coveredEntitiesQuery, useExclude } from './standard-queries.ts'

type StandardExclusionProps = { standard: RuleStandard; follower: StandardFollower; onDone: () => void }

/** Chooses the resources of one customer that no rule of the standard covers. */
export function StandardExclusion({ standard, follower, onDone }: StandardExclusionProps) {
  const words = useTexts(ruleStandardTexts)
  const { customerId } = follower
  const [search, setSearch] = useState('')
  const [excluded, setExcluded] = useState<readonly string[]>(follower.excluded.map(({ entityId }) => entityId))
  const list = useInfiniteQuery(coveredEntitiesQuery(customerId, standard.filter, search.trim()))
  const exclude = useExclude(standard.standardId)
  const known = search.trim() === '' ? follower.excluded : []
  const found = useRows(list.data).filter(({ entityId }) => !known.some((one) => one.entityId === entityId))
  const items = [...known, ...found].map(({ entityId, name }) => ({ id: entityId, name }))
  const save = () =>
    exclude.mutate(
      { customerId, excludedEntityIds: [...excluded] },
      {
        onSuccess: () => {
          showToast(words.applied, 'success')
          onDone()
        },
        onError: failureToast(words.failed),
      },
    )
  return (
    <div className={styles.choices}>
      <p className={styles.dim}>{words.excludeHelp}</p>
      <CheckList
        {...{ search, list, items }}
        label={words.exclude}
        find={words.findResource}
        nothing={words.noResource}
        onSearch={setSearch}
        isChecked={(id) => !excluded.includes(id)}
        onCheck={({ id }, isChecked) => setExcluded(isChecked ? excluded.filter((one) => one !== id) : [...excluded, id])}
      />
      <div className={styles.actions}>
        <Button loading={exclude.isPending} onClick={save}>
          {words.saveExcluded}
        </Button>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
