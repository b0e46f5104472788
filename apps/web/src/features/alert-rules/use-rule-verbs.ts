import { useNavigate } from '@tanstack/react-router'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useShortcuts } from '#web/ui/hooks/use-shortcuts.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { type RuleKey, useDeleteRule, useRestoreRule, useSwitchRule } from './alert-rule-queries.ts'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { keyOfRule, type RuleRow } from './rule-list-queries.ts'

const keysOf = ({ customer_id, alertRuleId }: Pick<AlertRule, 'customer_id' | 'alertRuleId'>): RuleKey => ({
  customerId: customer_id,
  alertRuleId,
})

/** Why the server refuses something with a rule; loaded when it does. */
const readMessages = async (language: Language): Promise<Record<string, string | undefined>> =>
  (await import('./alert-rule-messages.texts.ts')).alertRuleMessageTexts[language]

/** Switches one of these rules on or off, and deletes it, which can be undone; says how that went. */
export function useRuleVerbs(rules: readonly AlertRule[]) {
  const words = useTexts(alertRuleTexts)
  const language = useLanguage()
  const change = useSwitchRule()
  const remove = useDeleteRule((id) => rules.find(({ alertRuleId }) => alertRuleId === id)?.customer_id ?? '')
  const restore = useRestoreRule()
  const told = async (error: unknown, failed: string) =>
    failureToast({ failed, messages: await readMessages(language).catch(() => ({})) })(error)
  const undo = (rule: AlertRule) =>
    void restore.mutateAsync(keysOf(rule)).then(
      () => showToast(words.restored, 'success'),
      (error: unknown) => told(error, words.updateFailed),
    )
  return {
    isSwitching: change.isPending,
    doSwitch: ({ enabled, ...rule }: AlertRule) =>
      change.mutate(
        { ...keysOf(rule), enabled: !enabled },
        {
          onSuccess: () => showToast(enabled ? words.disabled : words.enabled, 'success'),
          onError: (error) => told(error, enabled ? words.disableFailed : words.enableFailed),
        },
      ),
    doRemove: (rule: AlertRule) =>
      void remove.mutateAsync(rule.alertRuleId).then(
        () => showUndoToast(words.removed, () => undo(rule)),
        (error: unknown) => told(error, words.removeFailed),
      ),
  }
}

type RuleKeysOptions = {
  rules: readonly RuleRow[]
  /** The resource on which the list stands. */
  entityId?: string
}

/** On the row that has the focus: E edits, C copies, O switches on or off, Delete deletes. Only for users who may change rules. */
export function useRuleKeys({ rules, entityId }: RuleKeysOptions): void {
  const { can } = useShownCustomer()
  const navigate = useNavigate()
  const { doSwitch, doRemove } = useRuleVerbs(rules)
  const onFocused = (run: (rule: AlertRule) => void) => () => {
    const key = document.activeElement?.closest<HTMLElement>('[data-row-link]')?.dataset.opens
    const rule = rules.find((one) => keyOfRule(one) === key)
    if (rule) run(rule)
  }
  const edit = ({ customer_id: customerId, alertRuleId, entityId: own }: AlertRule) => {
    const of = entityId ?? own
    if (of)
      void navigate({
        to: '/my-environment/$customerId/$entityId/alert-rules/edit/$alertRuleId',
        params: { customerId, entityId: of, alertRuleId },
      })
    else void navigate({ to: '/alert-rules/$customerId/edit/$alertRuleId', params: { customerId, alertRuleId } })
  }
  const copy = ({ customer_id: customerId, alertRuleId, entityId: own }: AlertRule) => {
    const of = entityId ?? own
    const search = { copy: alertRuleId }
    if (of) void navigate({ to: '/my-environment/$customerId/$entityId/alert-rules/create', params: { customerId, entityId: of }, search })
    else void navigate({ to: '/alert-rules/$customerId/create', params: { customerId }, search })
  }
  useShortcuts(
    can(['@feature.myenvironment.write'])
      ? { e: onFocused(edit), c: onFocused(copy), o: onFocused(doSwitch), delete: onFocused(doRemove) }
      : {},
  )
}
