import { type ReactNode, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './alert-rules.module.css'
import { ruleFieldTexts } from './rule-form.texts.ts'
import type { RuleValues } from './rule-values.ts'

const usual = { autoCloseMinutes: 15, missingData: 'ignored', validFrom: 'now', validTo: 'off', runbookUrl: '' } as const

const isUsual = (values: Partial<RuleValues>) =>
  (values.dependsOnMetrics ?? []).length === 0 &&
  Object.entries(usual).every(([name, value]) => (values[name as keyof typeof usual] ?? value) === value)

type RuleMoreProps = { form: FormOf<RuleValues>; names: readonly string[]; children: ReactNode }

/** What few rules need, folded behind one line that says what is set in it. It is open where something in it is unusual, and stays open while something is wrong. */
export function RuleMore({ form, names, children }: RuleMoreProps) {
  const { more } = useTexts(ruleFieldTexts)
  const format = useFormat()
  const { values } = useFormState(form)
  const [isOpen, setIsOpen] = useState(() => !isUsual(values))
  const isWrong = names.map((name) => form.field(name)).some(({ isVisible, problem }) => isVisible && problem !== null)
  // It does not fold under the hands of who puts it right.
  if (isWrong && !isOpen) setIsOpen(true)
  const minutes = values.autoCloseMinutes ?? 0
  const said = [
    minutes === 0 ? more.closesAtOnce : more.closesAfter(format.duration(minutes, 'exact')),
    values.validFrom === 'date' || values.validTo === 'date' ? more.validForTime : more.alwaysValid,
    ...(values.missingData === undefined || values.missingData === 'ignored' ? [] : [more.missingData[values.missingData]]),
    ...((values.dependsOnMetrics ?? []).length > 0 ? [more.held] : []),
    ...(values.runbookUrl ? [more.runbook] : []),
  ]
  return (
    <details
      className={styles.more}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (isWrong) currentTarget.open = true
        else setIsOpen(currentTarget.open)
      }}
    >
      <summary>
        <span>{more.title}</span> <span className={styles.dim}>{said.join(' · ')}</span>
      </summary>
      {children}
    </details>
  )
}
