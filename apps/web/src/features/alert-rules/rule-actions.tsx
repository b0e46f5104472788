import type { AlertRule } from '@vakt/contract/alert-rules.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { useDeleteRule, useRestoreRule, useSwitchRule } from './alert-rule-queries.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'

type RuleActionsProps = { customerId: string; rule: AlertRule; entityId: string | undefined; onGone: () => void }

/** Copies a rule, switches it on or off, and deletes it, which can be undone. */
export function RuleActions({ customerId, rule, entityId, onGone }: RuleActionsProps) {
  const words = useTexts(alertRuleTexts)
  const change = useSwitchRule(customerId)
  const remove = useDeleteRule(customerId)
  const restore = useRestoreRule(customerId)
  const { alertRuleId, enabled } = rule
  const of = entityId ?? rule.entityId
  const doSwitch = () =>
    change.mutate(
      { alertRuleId, enabled: !enabled },
      {
        onSuccess: () => showToast(enabled ? words.disabled : words.enabled, 'success'),
        onError: () => showToast(enabled ? words.disableFailed : words.enableFailed, 'failure'),
      },
    )
  const undo = () =>
    void restore.mutateAsync(alertRuleId).then(
      () => showToast(words.restored, 'success'),
      () => showToast(words.updateFailed, 'failure'),
    )
  // Gone before it is deleted, so that nothing asks for what is not there any more.
  const doRemove = () => {
    onGone()
    void remove.mutateAsync(alertRuleId).then(
      () => showUndoToast(words.removed, undo),
      () => showToast(words.removeFailed, 'failure'),
    )
  }
  return (
    <>
      {of ? (
        <ButtonLink
          variant="default"
          to="/my-environment/$customerId/$entityId/alert-rules/create"
          params={{ customerId, entityId: of }}
          search={{ copy: alertRuleId }}
        >
          {words.copy}
        </ButtonLink>
      ) : (
        <ButtonLink variant="default" to="/alert-rules/$customerId/create" params={{ customerId }} search={{ copy: alertRuleId }}>
          {words.copy}
        </ButtonLink>
      )}
      <Button variant="default" loading={change.isPending} onClick={doSwitch}>
        {enabled ? words.disable : words.enable}
      </Button>
      <Button variant="default" color="red" onClick={doRemove}>
        {words.remove}
      </Button>
    </>
  )
}
