import { useMemo } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useMetricWords } from '#web/shared/incidents/incident-words.ts'
import type { RuleNumbers } from './rule-numbers.ts'

/** The numbers of rules that say the unit of their metric themselves; each rule writes its own metric alone. */
export function useNumbersOfRule(): (rule: { unit: string | null }) => RuleNumbers {
  const { number } = useFormat()
  const { nameOf, writeValue } = useMetricWords()
  return useMemo(
    () =>
      ({ unit }) => ({ nameOf, write: (value, metric) => writeValue(value, metric, unit) ?? number(value) }),
    [number, nameOf, writeValue],
  )
}
