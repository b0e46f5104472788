import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useTexts } from '#web/platform/texts.ts'
import { useNumbersOfRule } from '#web/shared/metrics/numbers-of-rule.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { shortRuleParts } from './rule-sentence.ts'

const rule = {
  ...({ aggregation: 'avg', metricName: 'vakt_queue', thresholdComparison: '>', threshold: 97.5, missingData: 'ignored' } as const),
  ...{ useCriticalThreshold: false, criticalThreshold: null, alertsBeforeAction: 3, autoCloseDelayInSeconds: 900, dependsOnMetrics: [] },
  ...{ valid_from_dt: null, valid_to_dt: null },
}

function Conditions() {
  const words = useTexts(alertRuleTexts)
  const numbersOf = useNumbersOfRule()
  return ['%', null].map((unit) => <p key={unit}>{shortRuleParts(rule, words, numbersOf({ unit }))[1]}</p>)
}

for (const [language, conditions] of [
  ['en', ['> 97.5% for 15 min', '> 97.5 for 15 min']],
  ['sv', ['> 97,5\u00a0% i 15 min', '> 97,5 i 15 min']],
] as const)
  test(`each rule of a list has its threshold with the unit that it says (${language})`, async () => {
    renderPart(<Conditions />, { language })
    for (const condition of conditions) await expect.element(page.getByText(condition, { exact: true })).toBeVisible()
  })
