import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { type Level, SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'

const levels = ['low', 'medium', 'high', 'critical'] as const

/** Of the severity of a rule, which is 0 for low and 3 for critical. */
export const levelOf = (severity: number): Level => levels[severity] ?? 'low'

/** What a rule is doing now: the most pressing of what it says about its resources. */
export function RuleState({ rule }: { rule: AlertRule }) {
  const words = useTexts(alertRuleTexts)
  const { states, enabled, activeSince, severity, alertsBeforeAction } = rule
  if (!enabled) return <span className={styles.dim}>{words.inactive}</span>
  if (rule.fault?.series === 0) return <span className={styles.counting}>{words.notEvaluated}</span>
  if (states.critical > 0) return <SeverityMark level="critical" label={words.firingCritical(states.critical)} />
  if (states.firing > 0) return <SeverityMark level={levelOf(severity)} label={words.firing(states.firing)} />
  if (states.counting > 0) return <span className={styles.counting}>{words.counting(states.violations, alertsBeforeAction)}</span>
  if (states.inhibited > 0) return <span>{words.inhibited}</span>
  if (activeSince === null) return <span className={styles.dim}>{words.notActiveYet}</span>
  if (rule.evaluatedTo === null) return <span className={styles.dim}>{words.notEvaluatedYet}</span>
  if (states.series === 0) return <span className={styles.dim}>{words.noMetric}</span>
  if (states.missing > 0) return <span className={styles.dim}>{states.series === 1 ? words.noData : words.noDataOn(states.missing)}</span>
  return <SeverityMark level="good" label={words.ok} />
}

/** `Active since 14:05`; today the time alone. */
export function ActiveSince({ rule }: { rule: AlertRule }) {
  const words = useTexts(alertRuleTexts)
  const format = useFormat()
  if (!rule.enabled) return null
  if (!rule.activeSince) return <p role="status">{words.notActiveYet}…</p>
  const since = new Date(rule.activeSince)
  const isToday = since.toDateString() === new Date(serverNow()).toDateString()
  const time = new Intl.DateTimeFormat(format.locale, { hour: '2-digit', minute: '2-digit', timeZone: format.timeZone }).format(since)
  return <p role="status">{words.activeSince(isToday ? time : format.exact(rule.activeSince))}</p>
}

/** Up to when the rule was evaluated, however long ago that is. */
export function EvaluatedUntil({ rule: { enabled, evaluatedTo } }: { rule: AlertRule }) {
  const words = useTexts(alertRuleTexts)
  if (!enabled || !evaluatedTo) return null
  return (
    <p className={styles.dim}>
      {words.evaluatedUntil} <ClockTime iso={evaluatedTo} />
    </p>
  )
}

/** Since when the rule, or some of its series, is not evaluated, why, and what happens next. */
export function NotEvaluated({ rule: { fault } }: { rule: AlertRule }) {
  const words = useTexts(alertRuleTexts)
  const format = useFormat()
  if (!fault) return null
  const since = format.exact(fault.since)
  const text = fault.series === 0 ? words.notEvaluatedSince(since, fault.reason) : words.notEvaluatedOn(fault.series, since, fault.reason)
  return (
    <p role="status" className={styles.sentence}>
      <bdi>{text}</bdi>. {fault.isSetAside ? words.evaluatedHourly : words.evaluatedAgain}
    </p>
  )
}
