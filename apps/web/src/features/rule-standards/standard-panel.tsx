import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useReadableNames } from '#web/shared/entities/readable-names.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { type Level, SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { PanelContent, PanelPart, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { describeApplication } from './standard-application.ts'
import { StandardFollowers } from './standard-followers.tsx'
import { followersQuery, standardQuery, useDeleteStandard } from './standard-queries.ts'
import { describeFilter, describeStandardRule } from './standard-text.ts'

/** One standard: its rules, and where customers differ from it. */
export function StandardPanel({ standardId, onClose }: { standardId: string; onClose: () => void }) {
  const words = useTexts(ruleStandardTexts)
  const query = useQuery(standardQuery(standardId))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
  return <StandardContent standard={query.data} onClose={onClose} />
}

const levels: readonly Level[] = ['low', 'medium', 'high', 'critical']

function StandardContent({ standard, onClose }: { standard: RuleStandard; onClose: () => void }) {
  const words = useTexts(ruleStandardTexts)
  const names = useReadableNames()
  const [followed] = useRows(useInfiniteQuery({ ...followersQuery(standard.standardId), enabled: false }).data)
  // Which customers follow is asked for below; the first says in which unit the metric comes.
  const numbers = useRuleNumbers(followed?.customerId ?? null)
  const remove = useDeleteStandard()
  const { standardId, name, description, filter, rules, groups, followers, drifting } = standard
  const progress = describeApplication(standard.application, words)
  const doRemove = () =>
    remove.mutate(standardId, {
      onSuccess: () => {
        onClose()
        showToast(words.removed, 'success')
      },
      onError: failureToast({ failed: words.failed, messages: { 'rule_standard.followed': words.isFollowed } }),
    })
  return (
    <PanelContent>
      <div>
        <PanelTitle>
          <bdi>{name}</bdi>
        </PanelTitle>
        <p role="status" className={progress || drifting > 0 ? styles.drifts : undefined}>
          {progress ?? (followers === 0 ? words.notFollowed : drifting > 0 ? words.drifting(drifting) : words.noDrift)}
        </p>
        {description ? <p>{description}</p> : null}
        <p className={styles.dim}>
          {words.columns.covers}: {describeFilter(filter, words, (type) => names.type(type))}.{' '}
          {standard.allowsThresholdChanges ? words.mayAdjust : words.mayNotAdjust}
        </p>
        {groups.length > 0 ? <p className={styles.dim}>{words.groups(groups)}</p> : null}
      </div>
      <div className={styles.actions}>
        <ButtonLink variant="default" to="/admin/rule-standards/$standardId/edit" params={{ standardId }}>
          {words.edit}
        </ButtonLink>
        {followers === 0 ? (
          <RemoveButton
            words={{ remove: words.remove, removeAsk: words.removeAsk, keep: words.keep }}
            loading={remove.isPending}
            onRemove={doRemove}
          />
        ) : null}
      </div>
      <PanelPart title={words.rulesTitle}>
        <ul className={styles.rows}>
          {rules.map((rule) => (
            <li key={rule.standardRuleId} className={styles.rule}>
              <SeverityMark level={levels[rule.severity] ?? 'low'} label={rule.name} />
              <span className={styles.dim} title={rule.metricName}>
                {describeStandardRule(rule, words, numbers)}
              </span>
            </li>
          ))}
        </ul>
      </PanelPart>
      <StandardFollowers standard={standard} />
    </PanelContent>
  )
}
