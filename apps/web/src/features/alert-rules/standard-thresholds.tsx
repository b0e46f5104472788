import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useNumbersOfRule } from '#web/shared/metrics/numbers-of-rule.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { alertRuleMessageTexts } from './alert-rule-messages.texts.ts'
import { useDecideThresholds } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { ruleEditingTexts } from './rule-editing.texts.ts'

type StandardThresholdsProps = { customerId: string; rule: AlertRule; mayDecide: boolean }

/** The standard of the provider has other thresholds now than the customer's own: which ones count. */
export function StandardThresholds({ customerId, rule, mayDecide }: StandardThresholdsProps) {
  const words = useTexts(ruleEditingTexts)
  const messages: Record<string, string | undefined> = useTexts(alertRuleMessageTexts)
  const numbers = useNumbersOfRule()(rule)
  const { alertRuleId, version, standard } = rule
  const decide = useDecideThresholds({ customerId, alertRuleId })
  if (!standard?.newThresholds) return null
  const write = ({
    threshold,
    useCriticalThreshold,
    criticalThreshold,
  }: Pick<AlertRule, 'threshold' | 'useCriticalThreshold' | 'criticalThreshold'>) =>
    [
      `${rule.thresholdComparison} ${numbers.write(threshold, rule.metricName)}`,
      ...(useCriticalThreshold && criticalThreshold !== null
        ? [words.critical(`${rule.thresholdComparison} ${numbers.write(criticalThreshold, rule.metricName)}`)]
        : []),
    ].join(', ')
  const send = (take: boolean) =>
    decide.mutate(
      { take, version },
      {
        onSuccess: () => showToast(take ? words.thresholdsTaken : words.thresholdsKept, 'success'),
        onError: failureToast({ failed: words.thresholdsFailed, messages }),
      },
    )
  return (
    <section className={`${styles.conflict} ${styles.thresholds}`} aria-label={words.thresholdsTitle}>
      <h2>{words.thresholdsTitle}</h2>
      <p>{words.thresholdsText(write(standard.newThresholds), write(rule))}</p>
      {mayDecide ? (
        <div className={styles.actions}>
          <Button loading={decide.isPending} onClick={() => send(false)}>
            {words.keepMine}
          </Button>
          <Button variant="default" loading={decide.isPending} onClick={() => send(true)}>
            {words.takeProviders}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
