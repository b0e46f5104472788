import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useId } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { findDifferences, labelOf, writeValue } from './rule-difference.ts'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { type RuleValues, valuesOf } from './rule-values.ts'

type RuleConflictProps = {
  form: FormOf<RuleValues>
  /** The rule as it was when it was opened, and as someone else left it. */
  base: AlertRule
  latest: AlertRule
  numbers: RuleNumbers
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Says what someone else changed while the form was open, and lets the user decide. */
export function RuleConflict({ form, base, latest, numbers, onKeepMine, onTakeTheirs }: RuleConflictProps) {
  const words = useTexts(ruleFieldTexts)
  const editing = useTexts(ruleEditingTexts)
  const format = useFormat()
  const { compared } = useTexts(alertRuleTexts)
  const title = useId()
  const { values } = useFormState(form)
  const [before, theirs] = [valuesOf(base), valuesOf(latest)]
  const differences = findDifferences(before, theirs)
  return (
    <section className={styles.conflict} aria-labelledby={title} role="alert">
      <h2 id={title}>{editing.changedMeanwhile(latest.modifiedBy ?? editing.someone, format.exact(latest.modifiedAt))}</h2>
      {differences.length > 0 ? (
        <div className={styles.scrolls}>
          <table>
            <thead>
              <tr>
                {[editing.field, editing.before, editing.theirs, editing.mine].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differences.map((name) => (
                <tr key={name}>
                  <th scope="row">{labelOf(name, words)}</th>
                  {[before, theirs, values].map((of, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                    <td key={index}>{writeValue(name, of, { words, editing, compared }, { ...format, ...numbers })}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <p className={styles.dim}>{editing.keepHelp}</p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onKeepMine}>
          {editing.keepMine}
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {editing.takeTheirs}
        </Button>
      </div>
    </section>
  )
}
