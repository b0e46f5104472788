/** What the source of an alert measured against its limit, as it wrote both. `operator` is a sign such as `>`; null where it says none. */
export type AlertMeasurement = { metric: string | null; value: string; threshold: string | null; operator: string | null }

const signs: Record<string, string> = {
  greaterthan: '>',
  greaterthanorequal: '≥',
  greaterorlessthan: '≷',
  lessthan: '<',
  lessthanorequal: '≤',
  equals: '=',
  equal: '=',
  '>': '>',
  '>=': '≥',
  '<': '<',
  '<=': '≤',
  '==': '=',
}

const longest = 60

const short = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed.length > longest || trimmed.includes('\n') ? null : trimmed
}

/** Numbers are given to three decimals at most; a text with its unit stays. */
const tidyNumber = (text: string): string =>
  /^-?\d+\.\d{4,}(e[+-]?\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(4))) : text

/** Reads the labels that Azure Monitor's criteria, Alertmanager's annotations and our own rules are kept as; null without a value. */
export function readMeasurement(metricName: string | null, labels: Record<string, string>): AlertMeasurement | null {
  const value = short(labels.value_with_unit ?? labels.metricValue ?? labels.value ?? labels.current_value)
  if (value === null) return null
  const threshold = short(labels.threshold_with_unit ?? labels.threshold)
  return {
    metric: short(metricName ?? undefined),
    value: tidyNumber(value),
    threshold: threshold && tidyNumber(threshold),
    operator: signs[(labels.operator ?? '').toLowerCase()] ?? null,
  }
}

/** The runbook that a rule names; http or https only. */
export function readRunbookUrl({ runbook_url: address = '' }: Record<string, string>): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address).username === '' ? address : null
}
