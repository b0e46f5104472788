import { useQuery } from '@tanstack/react-query'
import { type SuggestedRule, suggestRules } from '@vakt/domain/alert-rules/suggest-rules.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useCreateRule } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { ruleMetricsQuery } from './back-test-queries.ts'
import { shortRule } from './rule-sentence.ts'
import { suggestedRuleTexts } from './suggested-rules.texts.ts'

type SuggestedRulesProps = { customerId: string; entityId: string; watched: readonly string[] }

/** Rules that suit the metrics of the resource, each adopted at a press. Nothing where there are none. */
export function SuggestedRules({ customerId, entityId, watched }: SuggestedRulesProps) {
  const words = useTexts(suggestedRuleTexts)
  const said = useTexts(alertRuleTexts)
  const numbers = useRuleNumbers(customerId)
  const metrics = useQuery(ruleMetricsQuery(customerId, entityId)).data
  const create = useCreateRule(customerId)
  const suggested = suggestRules(metrics ?? [], new Set(watched))
  if (suggested.length === 0) return null
  const adopt = ({ kind, ...rule }: SuggestedRule) =>
    create.mutate(
      { ...rule, ...words.kinds[kind], ...unusual, entityId },
      { onSuccess: () => showToast(words.adopted, 'success'), onError: failureToast(said.saveFailed) },
    )
  return (
    <section aria-label={words.title}>
      <h2 className={styles.partTitle}>{words.title}</h2>
      <ul className={styles.rows}>
        {suggested.map((rule) => (
          <li key={rule.kind} className={styles.row}>
            <span>
              {words.kinds[rule.kind].name} <span className={styles.dim}>{shortRule({ ...rule, ...unusual }, said, numbers)}</span>
            </span>
            <Button variant="default" size="compact-sm" loading={create.isPending} onClick={() => adopt(rule)}>
              {words.adopt}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What no suggestion uses. */
const unusual = {
  dependsOnMetrics: [] as string[],
  missingData: 'ignored' as const,
  valid_from_dt: null,
  valid_to_dt: null,
  enabled: true,
  runbookUrl: null,
  filter: null,
  excludedEntityIds: [] as string[],
}
