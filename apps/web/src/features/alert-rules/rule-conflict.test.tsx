import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { writeValue } from '@vakt/domain/metrics/write-value.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useForm } from '#web/forms/use-form.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { RuleConflict } from './rule-conflict.tsx'
import { type RuleValues, valuesOf } from './rule-values.ts'

const metricName = 'system.cpu.utilization'
const base = {
  ...{ name: 'CPU high', description: '', severity: 2, aggregation: 'avg', thresholdComparison: '>', threshold: 0.8, metricName },
  ...{ useCriticalThreshold: true, criticalThreshold: 0.95, alertsBeforeAction: 3, dependsOnMetrics: [], autoCloseDelayInSeconds: 900 },
  ...{ missingData: 'ignored', valid_from_dt: null, valid_to_dt: null, enabled: true, runbookUrl: null, entityId: '1', filter: null },
  ...{ excluded: [], modifiedBy: 'Karin', modifiedAt: '2026-01-01T12:00:00.000Z' },
} as unknown as AlertRule
const latest = { ...base, threshold: 0.9, criticalThreshold: 0.97 }
const known = [{ metricName, unit: '1' }]

function Conflict() {
  const form = useForm<RuleValues>({ fields: [], start: { ...valuesOf(base), threshold: 0.7 } })
  const numbers = useRuleNumbers('1001', known)
  return (
    <RuleConflict form={form} base={base} latest={latest} numbers={numbers} onKeepMine={() => undefined} onTakeTheirs={() => undefined} />
  )
}

for (const language of ['en', 'sv'] as const)
  test(`thresholds of a rule that two people edit have their unit and how they are compared (${language})`, async () => {
    renderPart(<Conflict />, { language })
    const { compared } = alertRuleTexts[language]
    for (const value of [0.8, 0.9, 0.7, 0.97])
      await expect
        .element(page.getByRole('cell', { name: compared('>', writeValue(value, metricName, '1', language)), exact: true }))
        .toBeVisible()
  })
