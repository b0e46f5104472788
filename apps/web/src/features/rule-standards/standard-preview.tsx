import type { UseQueryResult } from '@tanstack/react-query'
import type { StandardCover } from '@vakt/contract/alert-rules/rule-standards.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { FormPart } from '#web/ui/page/form-page.tsx'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { standardFormTexts } from './standard-form.texts.ts'
import { describeStandardRule } from './standard-text.ts'
import { type StandardRuleValues, type StandardValues, standardOf } from './standard-values.ts'

/** Keeps the room of the line: what follows would move away under the pointer. */
const emptyLine = '\u00a0'

const isWhole = ({ metricName, threshold, alertsBeforeAction }: StandardRuleValues) =>
  Boolean(metricName?.trim()) && typeof threshold === 'number' && typeof alertsBeforeAction === 'number'

/** What the standard says in plain words, and at how many resources and customers it would hold. */
export function StandardPreview({ values, cover }: { values: Partial<StandardValues>; cover: UseQueryResult<StandardCover> }) {
  const words = useTexts(standardFormTexts)
  const said = useTexts(ruleStandardTexts)
  const numbers = useRuleNumbers(null, cover.data?.metrics)
  const whole = (values.rules ?? []).filter(isWhole)
  const { rules } = standardOf(
    { name: '', description: '', types: [], tags: [], groups: [], allowsThresholdChanges: false, rules: whole },
    null,
  )
  return (
    <FormPart title={words.preview}>
      {whole.length === 0 ? <p className={styles.dim}>{words.previewNone}</p> : null}
      <ul className={styles.rows}>
        {rules.map((rule, index) => (
          <li key={whole[index]?.standardRuleId ?? index} className={styles.rule}>
            {rule.name ? <strong>{rule.name}</strong> : null}
            <span>{describeStandardRule({ standardRuleId: '', ...rule }, said, numbers)}</span>
          </li>
        ))}
      </ul>
      <p role="status" data-loading={cover.isFetching || undefined}>
        {cover.data ? words.covers(cover.data.entities, cover.data.customers) : cover.isError ? words.coverFailed : emptyLine}
      </p>
      {cover.data?.groups ? <GroupPreview groups={cover.data.groups} hasGroups={(values.groups ?? []).length > 0} /> : null}
    </FormPart>
  )
}

type GroupPreviewProps = { groups: NonNullable<StandardCover['groups']>; hasGroups: boolean }

/** At whom saving it applies or stops it. */
function GroupPreview({ groups: { joining, leaving }, hasGroups }: GroupPreviewProps) {
  const words = useTexts(standardFormTexts)
  return (
    <div role="status">
      {hasGroups ? <p>{joining.customers > 0 ? words.joining(joining) : words.noneJoins}</p> : null}
      {leaving.customers > 0 ? <p className={styles.drifts}>{words.leaving(leaving)}</p> : null}
    </div>
  )
}
