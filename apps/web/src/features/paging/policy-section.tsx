import type { EscalationPolicy } from '@vakt/contract/on-call/paging.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import styles from './paging.module.css'
import { pagingTexts } from './paging.texts.ts'
import { useRemovePolicy, useRestorePolicy } from './paging-queries.ts'

/** One policy as a ladder: whom, how many minutes after the incident, and where it ends. */
export function PolicySection({ policy, isOnly, onEdit }: { policy: EscalationPolicy; isOnly: boolean; onEdit: () => void }) {
  const { policyId, name, steps, repeats, isDefault } = policy
  const words = useTexts(pagingTexts)
  const remove = useRemovePolicy()
  const restore = useRestorePolicy()
  const bringBack = () => void restore.mutateAsync(policyId).then(() => showToast(words.restored, 'success'), failureToast(words.notSaved))
  const takeAway = () =>
    void remove
      .mutateAsync(policyId)
      .then(() => showUndoToast(words.removed(name), bringBack), failureToast(isDefault && !isOnly ? words.isTheDefault : words.notRemoved))
  const startOf = (index: number) => steps.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0)
  return (
    <section aria-labelledby={`policy-${policyId}`}>
      <div className={styles.head}>
        <h3 id={`policy-${policyId}`}>
          {name} {isDefault ? <span className={styles.dim}>· {words.default}</span> : null}
        </h3>
        <Button size="compact-sm" variant="default" data-opens={policyId} aria-label={words.editNamed(name)} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" aria-label={words.removeNamed(name)} onClick={takeAway}>
          {words.remove}
        </Button>
      </div>
      <ol className={styles.ladder} aria-label={words.ladderOf(name)}>
        {steps.map(({ name: target, scheduleId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <li key={index}>
            <span className={styles.minutes}>{words.after(startOf(index))}</span>
            {target === null ? (
              <strong className={styles.problem}>{words.targetGone}</strong>
            ) : (
              <span>{scheduleId ? words.onCallIn(target) : target}</span>
            )}
          </li>
        ))}
        <li>
          <span className={styles.minutes}>{words.after(startOf(steps.length) * (repeats + 1))}</span>
          <span className={styles.dim}>{words.endsAt(repeats)}</span>
        </li>
      </ol>
    </section>
  )
}
