import { useQuery } from '@tanstack/react-query'
import type { NewAlertRule } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import type { BackTestQuestion } from '@vakt/contract/alert-rules/alert-rule-cover.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { coverCountQuery } from '#web/shared/entities/cover-queries.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { describeRule, subjectOf } from './rule-sentence.ts'
import { type Named, type RuleValues, ruleOf } from './rule-values.ts'

const RuleBackTest = lazy(() => import('./rule-back-test.tsx').then((module) => ({ default: module.RuleBackTest })))

/** What is asked 500 ms after the last change. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
const settleMs = 500

type RulePreviewProps = {
  customerId: string
  form: FormOf<RuleValues>
  /** The resource that the rule is for; null for one by filter. */
  entity: Named | null
  /** Those that are offered, with their units. */
  metrics: readonly { metricName: string; unit: string | null }[] | undefined
  /** The resource that it is tested on. */
  example: Named | null
}

/** What the rule says in plain words, how many resources it covers, and when it would have fired, as it stands in the form. */
export function RulePreview({ customerId, form, entity, metrics, example }: RulePreviewProps) {
  const words = useTexts(ruleFieldTexts)
  const said = useTexts(alertRuleTexts)
  const { exact } = useFormat()
  const numbers = useRuleNumbers(customerId, metrics)
  const { values } = useFormState(form)
  const rule = ruleOf(values, { entityId: entity?.entityId ?? null, before: null })
  const isFilter = values.cover === 'filter'
  const excluded = isFilter ? (values.excluded ?? []) : []
  const count = useQuery({ ...coverCountQuery(customerId, values), enabled: isFilter }).data
  const question = useSettled(rule && example ? questionOf(rule, example.entityId) : null)
  const subject = subjectOf({ entity: isFilter ? null : entity, excluded }, said)
  return (
    <aside className={styles.preview} aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p>{rule ? describeRule(rule, subject, said, { exact, ...numbers }) : words.incomplete}</p>
      {isFilter && count !== undefined ? <p role="status">{words.coversNow(Math.max(0, count - excluded.length))}</p> : null}
      <Suspense>
        {question && example ? (
          <RuleBackTest
            customerId={customerId}
            question={question}
            testedOn={example.name}
            limits={rule ?? question}
            onLimit={(name, value) => form.change(name, value)}
          />
        ) : null}
      </Suspense>
    </aside>
  )
}

function questionOf(rule: NewAlertRule, entityId: string): BackTestQuestion {
  const { aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold, alertsBeforeAction } = rule
  const { metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData } = rule
  return {
    ...{ aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold, alertsBeforeAction },
    ...{ metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData, entityId },
  }
}
