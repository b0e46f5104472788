import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useNumbersOfRule } from '#web/shared/metrics/numbers-of-rule.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { alertRuleQuery, ruleHistoryQuery } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { CoveredEntities } from './covered-entities.tsx'
import { RuleActions } from './rule-actions.tsx'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { describeRule, subjectOf } from './rule-sentence.ts'
import { ActiveSince, EvaluatedUntil, levelOf, NotEvaluated, RuleState } from './rule-state.tsx'
import { StandardThresholds } from './standard-thresholds.tsx'
import { standardWords } from './standard-words.ts'

type RulePanelProps = { customerId: string; alertRuleId: string; entityId?: string | undefined; onClose: () => void }

/** One rule in plain words, what it is doing now, and what was changed in it. */
export function RulePanel({ customerId, alertRuleId, entityId, onClose }: RulePanelProps) {
  const words = useTexts(alertRuleTexts)
  const query = useQuery(alertRuleQuery({ customerId, alertRuleId }))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
  return <RuleContent rule={query.data} customerId={customerId} entityId={entityId} onClose={onClose} />
}

type RuleContentProps = { customerId: string; rule: AlertRule; entityId: string | undefined; onClose: () => void }

function RuleContent({ customerId, rule, entityId, onClose }: RuleContentProps) {
  const words = useTexts(alertRuleTexts)
  const { labels } = useTexts(ruleFieldTexts)
  const { exact } = useFormat()
  const numbers = useNumbersOfRule()(rule)
  const { can } = useShownCustomer()
  const ofStaff = isStaff(useSession())
  const mayEdit = can('global-admin') || !rule.standard || rule.standard.allowsThresholdChanges
  return (
    <PanelContent>
      <div>
        <PanelTitle>
          <bdi>{rule.name}</bdi>
        </PanelTitle>
        <RuleState rule={rule} />
        <ActiveSince rule={rule} />
        <EvaluatedUntil rule={rule} />
        <NotEvaluated rule={rule} />
        <p className={styles.sentence}>
          <span className={styles.dim}>{words.severity}:</span> <SeverityMark level={levelOf(rule.severity)} quiet={!rule.enabled} />
        </p>
        <p className={styles.sentence}>{describeRule(rule, subjectOf(rule, words), words, { exact, ...numbers })}</p>
        <p className={styles.sentence}>
          <span className={styles.dim}>{labels.metricName}:</span>{' '}
          <MetricName metric={rule.metricName} name={numbers.nameOf(rule.metricName)} />
        </p>
        <p className={styles.sentence}>{rule.description}</p>
        {rule.standard ? (
          <p className={styles.sentence}>
            {standardWords(words, ofStaff).providedBy(rule.standard.name)}{' '}
            {ofStaff ? null : rule.standard.allowsThresholdChanges ? words.providedThresholds : words.providedFixed}
          </p>
        ) : null}
        <StandardThresholds customerId={customerId} rule={rule} mayDecide={can(['@feature.myenvironment.write'])} />
        {rule.entity ? <EntityLink customerId={customerId} entity={rule.entity} /> : null}
        {rule.runbookUrl ? (
          <p className={styles.sentence}>
            <a href={rule.runbookUrl} target="_blank" rel="noreferrer noopener">
              {words.runbook}
            </a>
          </p>
        ) : null}
      </div>
      {can(['@feature.myenvironment.write']) ? (
        <div className={styles.actions}>
          {mayEdit ? <EditLink customerId={customerId} rule={rule} entityId={entityId} /> : null}
          <RuleActions
            customerId={customerId}
            rule={rule}
            entityId={entityId}
            isFixed={rule.standard !== null && !can('global-admin')}
            onGone={onClose}
          />
        </div>
      ) : null}
      <CoveredEntities customerId={customerId} rule={rule} />
      <RuleHistory customerId={customerId} alertRuleId={rule.alertRuleId} />
    </PanelContent>
  )
}

/** As people call it, with the name that its sender uses. */
function MetricName({ metric, name }: { metric: string; name: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {name === metric ? null : (
        <>
          {' '}
          <bdi className={styles.dim}>{metric}</bdi>
        </>
      )}
    </>
  )
}

function EditLink({ customerId, rule, entityId }: Omit<RuleContentProps, 'onClose'>) {
  const words = useTexts(alertRuleTexts)
  const { alertRuleId } = rule
  const of = entityId ?? rule.entityId
  return of ? (
    <ButtonLink to="/my-environment/$customerId/$entityId/alert-rules/edit/$alertRuleId" params={{ customerId, entityId: of, alertRuleId }}>
      {words.edit}
    </ButtonLink>
  ) : (
    <ButtonLink to="/alert-rules/$customerId/edit/$alertRuleId" params={{ customerId, alertRuleId }}>
      {words.edit}
    </ButtonLink>
  )
}

function RuleHistory({ customerId, alertRuleId }: { customerId: string; alertRuleId: string }) {
  const words = useTexts(alertRuleTexts)
  const { labels } = useTexts(ruleFieldTexts)
  const list = useInfiniteQuery(ruleHistoryQuery({ customerId, alertRuleId }))
  const rows = useRows(list.data)
  const names: Record<string, string | undefined> = labels
  return (
    <PanelHistory
      title={words.history}
      words={{ failed: words.historyFailed, nothing: words.historyFailed, more: words.more }}
      list={list}
      rows={rows}
      keyOf={({ version }) => String(version)}
    >
      {({ change, by, at, fields }) => (
        <div className={styles.pair}>
          <span>
            {words.changes[change]} · {by}
            {change === 'changed' && fields.length > 0 ? (
              <span className={styles.dim}> · {words.changedFields(fields.map(({ name }) => names[name] ?? name).join(', '))}</span>
            ) : null}
          </span>
          <span className={styles.dim}>
            <RelativeTime iso={at} />
          </span>
        </div>
      )}
    </PanelHistory>
  )
}
