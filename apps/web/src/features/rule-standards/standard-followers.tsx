import { useInfiniteQuery } from '@tanstack/react-query'
import type { RuleStandard, StandardFollower } from '@vakt/contract/alert-rules/rule-standards.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { PanelPart } from '#web/ui/overlay/panel-content.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { reasonOf } from './standard-application.ts'
import { StandardCustomers } from './standard-customers.tsx'
import { StandardExclusion } from './standard-exclusion.tsx'
import { followersQuery, useApplyStandard, useApplyToDrifting, useStopStandard } from './standard-queries.ts'
import { describeDifference } from './standard-text.ts'

/** The customers that follow a standard with what differs at each, and the way to apply it to more. */
export function StandardFollowers({ standard }: { standard: RuleStandard }) {
  const words = useTexts(ruleStandardTexts)
  const { standardId, drifting } = standard
  const list = useInfiniteQuery(followersQuery(standardId))
  const rows = useRows(list.data)
  const applyAll = useApplyToDrifting(standardId)
  return (
    <>
      <FailedCustomers standard={standard} />
      {drifting > 0 ? (
        <div>
          <Button
            loading={applyAll.isPending}
            onClick={() =>
              applyAll.mutate(undefined, {
                onSuccess: () => showToast(words.applied, 'success'),
                onError: failureToast(words.failed),
              })
            }
          >
            {words.applyToDrifting(drifting)}
          </Button>
        </div>
      ) : null}
      <PanelHistory
        title={words.customers}
        words={{ failed: words.followersFailed, nothing: words.noFollowers, more: words.more }}
        list={list}
        rows={rows}
        keyOf={({ customerId }) => customerId}
      >
        {(follower) => <Follower standard={standard} follower={follower} />}
      </PanelHistory>
      <PanelPart title={words.add}>
        <StandardCustomers standardId={standardId} following={rows.map(({ customerId }) => customerId)} />
      </PanelPart>
    </>
  )
}

/** Where the standard could not be applied or stopped, why, and the way to try it again. */
function FailedCustomers({ standard: { standardId, application } }: { standard: RuleStandard }) {
  const words = useTexts(ruleStandardTexts)
  if (!application || application.failed.length === 0) return null
  return (
    <ul className={styles.rows}>
      {application.failed.map((one) => (
        <li key={one.customerId} className={styles.failed}>
          <SeverityMark level="high" label={<bdi>{one.name}</bdi>} /> <span>{words.failedHere(one.isStopping, reasonOf(one, words))}</span>
          <TryAgain standardId={standardId} failed={one} />
        </li>
      ))}
    </ul>
  )
}

type TryAgainProps = { standardId: string; failed: NonNullable<RuleStandard['application']>['failed'][number] }

function TryAgain({ standardId, failed: { customerId, isStopping } }: TryAgainProps) {
  const words = useTexts(ruleStandardTexts)
  const apply = useApplyStandard(standardId)
  const stop = useStopStandard(standardId)
  const onError = failureToast(words.failed)
  const again = () =>
    isStopping
      ? stop.mutate(customerId, { onSuccess: () => showToast(words.stopped, 'success'), onError })
      : apply.mutate([customerId], { onSuccess: () => showToast(words.applied, 'success'), onError })
  return (
    <span className={styles.actions}>
      <Button variant="default" size="compact-sm" loading={apply.isPending || stop.isPending} onClick={again}>
        {words.tryAgain}
      </Button>
    </span>
  )
}

function Follower({ standard, follower }: { standard: RuleStandard; follower: StandardFollower }) {
  const words = useTexts(ruleStandardTexts)
  const format = useFormat()
  const numbers = useRuleNumbers(follower.customerId)
  const [isExcluding, setIsExcluding] = useState(false)
  const apply = useApplyStandard(standard.standardId)
  const stop = useStopStandard(standard.standardId)
  const { customerId, name, rules, excluded, appliedAt, appliedBy, isDrifting, group } = follower
  const different = rules.filter(({ state }) => state !== 'same')
  const failure = standard.application?.failed.find((one) => one.customerId === customerId)
  const failed = failureToast(words.failed)
  const metricOf = (id: string) => standard.rules.find(({ standardRuleId }) => standardRuleId === id)?.metricName ?? ''
  const writerOf = (id: string) => ({ words, format, write: (value: number) => numbers.write(value, metricOf(id)) })
  return (
    <div className={styles.follower}>
      <h4>
        <PlainLink href={`/alert-rules/${encodeURIComponent(customerId)}`}>{name}</PlainLink>
      </h4>
      <p className={isDrifting || failure ? styles.drifts : styles.dim}>
        {failure
          ? words.failedHere(failure.isStopping, reasonOf(failure, words))
          : isDrifting
            ? different.length === 0
              ? words.behind
              : words.differs
            : words.noDrift}{' '}
        · <span className={styles.dim}>{words.appliedBy(format.exact(appliedAt), appliedBy)}</span>
        {group === null ? null : <span className={styles.dim}> · {words.ofGroup(group)}</span>}
      </p>
      {different.length > 0 ? (
        <ul className={styles.drift}>
          {different.map((rule) => (
            <li key={rule.standardRuleId}>
              {rule.name}: {words.states[rule.state]}
              {rule.fields.length > 0 ? (
                <span className={styles.dim}>
                  {' '}
                  · {rule.fields.map((field) => describeDifference(field, writerOf(rule.standardRuleId))).join(' · ')}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {excluded.length > 0 ? <p className={styles.dim}>{words.excluded(excluded.map((one) => one.name).join(', '))}</p> : null}
      {isExcluding ? (
        <StandardExclusion standard={standard} follower={follower} onDone={() => setIsExcluding(false)} />
      ) : (
        <div className={styles.actions}>
          {isDrifting ? (
            <Button
              variant="default"
              size="compact-sm"
              loading={apply.isPending}
              onClick={() => apply.mutate([customerId], { onSuccess: () => showToast(words.applied, 'success'), onError: failed })}
            >
              {words.applyAgain}
            </Button>
          ) : null}
          <Button variant="default" size="compact-sm" onClick={() => setIsExcluding(true)}>
            {words.exclude}
          </Button>
          {group === null ? (
            <RemoveButton
              size="compact-sm"
              words={{ remove: words.stop, removeAsk: words.stopAsk, keep: words.keep }}
              loading={stop.isPending}
              onRemove={() => stop.mutate(customerId, { onSuccess: () => showToast(words.stopped, 'success'), onError: failed })}
            />
          ) : null}
        </div>
      )}
    </div>
  )
}
