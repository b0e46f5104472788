import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AlertRule } from '@vakt/contract/alert-rules.ts'
import { useLayoutEffect, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { alertRuleMessageTexts } from './alert-rule-messages.texts.ts'
import { useChangeRule, useCreateRule } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { coverChoicesQuery, coverCountQuery } from './cover-queries.ts'
import { keepRuleDraft, readRuleDraft, ruleDraftKey } from './rule-draft.ts'
import { useRuleFields } from './rule-fields.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { describeRule } from './rule-sentence.ts'
import { type RuleValues, ruleOf, valuesOf } from './rule-values.ts'

type RuleFormProps = {
  customerId: string
  /** The resource on which the form was opened; null on the list over all of them. */
  entity: { entityId: string; name: string } | null
  /** What is edited or copied; null for a new one. */
  rule: AlertRule | null
  isCopy: boolean
}

const fieldsOfParts = {
  what: ['name', 'description', 'severity'],
  when: [
    'metricName',
    'aggregation',
    'thresholdComparison',
    'threshold',
    'alertsBeforeAction',
    'useCriticalThreshold',
    'criticalThreshold',
  ],
  close: ['autoCloseMinutes', 'missingData', 'dependsOnMetrics'],
  valid: ['validFrom', 'valid_from_dt', 'validTo', 'valid_to_dt'],
  on: ['cover', 'filterType', 'filterResourceGroup', 'filterTag', 'runbookUrl'],
} as const

function useKeptDraft(form: FormOf<RuleValues>, key: string) {
  useLayoutEffect(
    () =>
      form.subscribe(() => {
        const { phase, values } = form.state()
        if (phase === 'sent') keepRuleDraft(key, null)
        else if (form.isDirty()) keepRuleDraft(key, values)
      }),
    [form, key],
  )
}

export function RuleForm({ customerId, entity, rule, isCopy }: RuleFormProps) {
  const words = useTexts(ruleFieldTexts)
  const said = useTexts(alertRuleTexts)
  const messages = useTexts(alertRuleMessageTexts)
  const navigate = useNavigate()
  const { user } = useSession()
  const isEdit = rule !== null && !isCopy
  const create = useCreateRule(customerId)
  const change = useChangeRule({ customerId, alertRuleId: rule?.alertRuleId ?? '' })
  const draftKey = ruleDraftKey({
    email: user.email,
    customerId,
    about: isEdit ? `${rule.alertRuleId}.${rule.version}` : (rule?.alertRuleId ?? entity?.entityId ?? ''),
  })
  const [draft, setDraft] = useState(() => readRuleDraft(draftKey))
  const choices = useQuery(coverChoicesQuery(customerId)).data
  const fields = useRuleFields({
    hasEntity: entity !== null,
    types: choices?.types ?? none,
    resourceGroups: choices?.resourceGroups ?? none,
  })
  const begun = rule ? { ...valuesOf(rule), ...(isCopy ? { name: words.copyOf(rule.name) } : {}) } : {}
  const form = useForm<RuleValues>({ fields, start: { ...begun, ...draft } })
  const { phase, failure } = useFormState(form)
  useKeptDraft(form, draftKey)
  const isStale = failure?.error instanceof ApiError && failure.error.status === 409 && isEdit

  function startAgain() {
    keepRuleDraft(draftKey, null)
    setDraft(null)
    const fresh = { ...emptyRule, ...begun }
    for (const name of Object.keys(fresh) as (keyof RuleValues)[]) form.change(name, fresh[name])
    keepRuleDraft(draftKey, null)
  }

  async function send(values: RuleValues): Promise<AlertRule> {
    const wanted = ruleOf(values, { entityId: entity?.entityId ?? rule?.entityId ?? null, before: rule })
    if (!wanted) throw new Error('A rule that passes its checks is complete.')
    return isEdit ? change.mutateAsync({ ...wanted, version: rule.version }) : create.mutateAsync(wanted)
  }

  function goToRule({ alertRuleId }: AlertRule) {
    keepRuleDraft(draftKey, null)
    showToast(words.saved, 'success')
    if (entity)
      void navigate({
        to: '/my-environment/$customerId/$entityId/alert-rules',
        params: { customerId, entityId: entity.entityId },
        search: { rule: alertRuleId },
      })
    else void navigate({ to: '/alert-rules/$customerId', params: { customerId }, search: { rule: alertRuleId } })
  }

  return (
    <Form
      form={form}
      label={isEdit ? words.editTitle : words.createTitle}
      messages={messages}
      failureTexts={{ onFields: words.notSaved, general: isStale ? words.notSaved : isEdit ? said.updateFailed : said.saveFailed }}
      onSubmit={send}
      onSent={goToRule}
    >
      <div className={styles.form}>
        <div>
          {draft ? (
            <div className={styles.draft}>
              <p>{words.draftRestored}</p>
              <Button variant="subtle" size="compact-sm" onClick={startAgain}>
                {words.startAgain}
              </Button>
            </div>
          ) : null}
          {isEdit && rule.filter && rule.covers !== null ? <p className={styles.warning}>{words.affects(rule.covers)}</p> : null}
          {(['when', 'what', 'close', 'valid', 'on'] as const).map((part) => (
            <FormPart key={part} title={words.parts[part]}>
              {fieldsOfParts[part].map((name) => (
                <FormField key={name} form={form} name={name} />
              ))}
            </FormPart>
          ))}
          <FormActions>
            <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
              {words.save}
            </Button>
          </FormActions>
        </div>
        <RulePreview customerId={customerId} form={form} entity={entity} />
      </div>
    </Form>
  )
}

const none: readonly string[] = []
const emptyRule: RuleValues = {
  name: '',
  description: '',
  severity: '',
  aggregation: 'avg',
  thresholdComparison: '>',
  threshold: '',
  useCriticalThreshold: false,
  criticalThreshold: '',
  alertsBeforeAction: 3,
  metricName: '',
  dependsOnMetrics: [],
  autoCloseMinutes: 15,
  missingData: 'ignored',
  validFrom: 'now',
  valid_from_dt: '',
  validTo: 'off',
  valid_to_dt: '',
  cover: 'entity',
  filterType: [],
  filterResourceGroup: [],
  filterTag: [],
  runbookUrl: '',
}

/** What the rule says in plain words, and how many resources it covers, as it stands in the form. */
function RulePreview({
  customerId,
  form,
  entity,
}: {
  customerId: string
  form: FormOf<RuleValues>
  entity: { entityId: string; name: string } | null
}) {
  const words = useTexts(ruleFieldTexts)
  const said = useTexts(alertRuleTexts)
  const format = useFormat()
  const { values } = useFormState(form)
  const rule = ruleOf(values, { entityId: entity?.entityId ?? null, before: null })
  const isFilter = values.cover === 'filter'
  const count = useQuery({ ...coverCountQuery(customerId, values), enabled: isFilter }).data
  return (
    <aside className={styles.preview} aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p>{rule ? describeRule(rule, isFilter ? '' : (entity?.name ?? ''), said, format) : words.incomplete}</p>
      {isFilter && count !== undefined ? <p role="status">{words.coversNow(count)}</p> : null}
    </aside>
  )
}
