import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useCustomerColumn } from '#web/shared/customers/list-scope.tsx'
import { useNumbersOfRule } from '#web/shared/metrics/numbers-of-rule.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { keyOfRule, type RuleRow } from './rule-list-queries.ts'
import { shortRuleParts } from './rule-sentence.ts'
import { levelOf, RuleState } from './rule-state.tsx'
import { standardWords } from './standard-words.ts'

/** Over all customers each rule says whose it is. */
export function useRuleColumns(link: RowLink, isAll = false): Column<RuleRow>[] {
  const words = useTexts(alertRuleTexts)
  const numbersOf = useNumbersOfRule()
  const customer = useCustomerColumn<RuleRow>(isAll)
  const said = standardWords(words, isStaff(useSession()))
  const { columns } = words
  const coverOf = ({ entity, covers }: RuleRow) => {
    if (entity) return <bdi>{entity.name}</bdi>
    return covers === null ? words.byFilterUncounted : words.byFilter(covers)
  }
  return [
    {
      key: 'name',
      label: columns.name,
      phone: 'first',
      cell: (rule) => (
        <>
          {link(keyOfRule(rule), <bdi>{rule.name}</bdi>, rule.name)}
          {rule.standard ? <span className={styles.dim}> · {rule.standard.newThresholds ? said.newThresholds : said.provided}</span> : null}
        </>
      ),
    },
    ...customer,
    {
      key: 'rule',
      label: columns.rule,
      phone: 'yielding',
      isDim: true,
      wraps: true,
      cell: (rule) => {
        const [measured, condition] = shortRuleParts(rule, words, numbersOf(rule))
        return (
          <span className={styles.short} title={`${measured} ${condition} (${rule.metricName})`}>
            <bdi>{measured}</bdi> <bdi>{condition}</bdi>
          </span>
        )
      },
    },
    { key: 'covers', label: columns.covers, width: '10rem', phone: 'hidden', cell: coverOf },
    { key: 'state', label: columns.state, width: '10rem', phone: 'first', cell: (rule) => <RuleState rule={rule} /> },
    {
      key: 'severity',
      label: columns.severity,
      width: '9rem',
      phone: 'second',
      cell: ({ severity, enabled }) => <SeverityMark level={levelOf(severity)} quiet={!enabled} />,
    },
    {
      key: 'evaluated',
      label: columns.evaluated,
      width: '8rem',
      phone: 'hidden',
      isDim: true,
      cell: ({ evaluatedTo }) => (evaluatedTo ? <ClockTime iso={evaluatedTo} /> : null),
    },
    {
      key: 'lastFired',
      label: columns.lastFired,
      width: '8rem',
      phone: 'hidden',
      isDim: true,
      cell: ({ lastFiredAt }) => (lastFiredAt ? <RelativeTime iso={lastFiredAt} /> : <span className={styles.dim}>{words.never}</span>),
    },
  ]
}
