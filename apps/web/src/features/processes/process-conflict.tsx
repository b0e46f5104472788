import type { Process } from '@vakt/contract/processes/processes.ts'
import { useId } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './process-form.module.css'
import { processFormTexts } from './process-form.texts.ts'
import { findChanged, type ProcessValues } from './process-values.ts'

type ProcessConflictProps = {
  /** As it was when it was opened, and as someone else left it. */
  before: ProcessValues
  latest: Process
  valuesOf: (process: Process) => ProcessValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Says what someone else changed while the form was open, and lets the user decide. */
export function ProcessConflict({ before, latest, valuesOf, onKeepMine, onTakeTheirs }: ProcessConflictProps) {
  const words = useTexts(processFormTexts)
  const format = useFormat()
  const title = useId()
  const names: Record<keyof ProcessValues, string> = {
    ...{ name: words.name, description: words.description, rules: words.rules, alertRuleIds: words.chosenRules, cover: words.cover },
    ...{ filterType: words.filterType, filterResourceGroup: words.filterResourceGroup, filterTag: words.filterTag },
    actions: words.steps,
  }
  const changed = findChanged(before, valuesOf(latest)).map((name) => names[name])
  return (
    <section className={styles.note} aria-labelledby={title} role="alert">
      <div>
        <h2 id={title}>{words.changedMeanwhile(latest.modifiedBy ?? words.someone, format.exact(latest.modifiedAt))}</h2>
        {changed.length > 0 ? <p>{words.changedFields(changed.join(', '))}</p> : null}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onKeepMine}>
          {words.keepMine}
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </section>
  )
}
