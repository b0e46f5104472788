import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { coverCountQuery } from '#web/shared/entities/cover-queries.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './alert-rules.module.css'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import type { RuleValues } from './rule-values.ts'

const RuleChoices = lazy(() => import('./rule-choices.tsx').then((module) => ({ default: module.RuleChoices })))

type RuleCoverChoiceProps = { customerId: string; form: FormOf<RuleValues> }

/** The resources that a filter lets through, each with a check mark that excludes it when it is cleared. */
export function RuleCoverChoice({ customerId, form }: RuleCoverChoiceProps) {
  const words = useTexts(ruleEditingTexts)
  const { values } = useFormState(form)
  const isFilter = values.cover === 'filter'
  const count = useQuery({ ...coverCountQuery(customerId, values), enabled: isFilter }).data
  const [isOpen, setIsOpen] = useState(false)
  const excluded = values.excluded ?? []
  if (!isFilter) return null
  return (
    <details className={styles.cover} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {words.choose}
        {count === undefined ? null : (
          <span className={styles.dim}>
            {' '}
            · {words.matches(count)}, {words.excluded(excluded.length)}
          </span>
        )}
      </summary>
      {isOpen ? (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <RuleChoices customerId={customerId} form={form} values={values} excluded={excluded} />
        </Suspense>
      ) : null}
    </details>
  )
}
