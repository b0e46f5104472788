import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { useRuleVerbs } from './use-rule-verbs.ts'

type RuleActionsProps = {
  customerId: string
  rule: AlertRule
  entityId: string | undefined
  /** It can be copied alone. */
  isFixed: boolean
  onGone: () => void
}

/** Copies a rule, switches it on or off, and deletes it, which can be undone. */
export function RuleActions({ customerId, rule, entityId, isFixed, onGone }: RuleActionsProps) {
  const words = useTexts(alertRuleTexts)
  const { isSwitching, doSwitch, doRemove } = useRuleVerbs([rule])
  const { alertRuleId, enabled } = rule
  const of = entityId ?? rule.entityId
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
      {isFixed ? null : (
        <>
          <Button variant="default" loading={isSwitching} onClick={() => doSwitch(rule)}>
            {enabled ? words.disable : words.enable}
          </Button>
          <Button
            variant="default"
            color="red"
            onClick={() => {
              // Gone before it is deleted, so that nothing asks for what is not there any more.
              onGone()
              doRemove(rule)
            }}
          >
            {words.remove}
          </Button>
        </>
      )}
    </>
  )
}
