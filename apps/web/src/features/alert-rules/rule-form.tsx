import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AlertRule } from '@vakt/contract/alert-rules/alert-rules.ts'
import { lazy, Suspense, useState } from 'react'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { Form } from '#web/forms/form.tsx'
import { keepDraft, draftKey as keyOfDraft, readDraft } from '#web/forms/form-draft.ts'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { coverChoicesQuery } from '#web/shared/entities/cover-queries.ts'
import { useRuleNumbers } from '#web/shared/metrics/rule-numbers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { alertRuleMessageTexts } from './alert-rule-messages.texts.ts'
import { useChangeRule, useCreateRule } from './alert-rule-queries.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'
import { RuleCoverChoice } from './rule-cover-choice.tsx'
import { ruleEditingTexts } from './rule-editing.texts.ts'
import { useRuleFields } from './rule-fields.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { RuleMore } from './rule-more.tsx'
import { RulePreview } from './rule-preview.tsx'
import { type Named, type RuleValues, ruleOf, valuesOf } from './rule-values.ts'
import { useRuleBase } from './use-rule-base.ts'
import { type Cover, useCoverOfMetric, useRuleMetrics } from './use-rule-metrics.ts'

const NoMetrics = lazy(() => import('./no-metrics.tsx').then((module) => ({ default: module.NoMetrics })))
const RuleConflict = lazy(() => import('./rule-conflict.tsx').then((module) => ({ default: module.RuleConflict })))

type RuleFormProps = {
  customerId: string
  /** The resource on which the form was opened; null on the list over all of them. */
  entity: Named | null
  /** What is edited or copied, as it is now; null for a new one. */
  rule: AlertRule | null
  isCopy: boolean
  /** What a new one begins with. */
  metric: string | null
  /** Opens the form again, with the rule as it is now. */
  onReopen: () => void
}

const fieldsOfParts = {
  what: [['name'], ['description'], ['severity']],
  when: [
    ['metricName'],
    ['aggregation', 'thresholdComparison', 'threshold'],
    ['alertsBeforeAction'],
    ['useCriticalThreshold', 'criticalThreshold'],
  ],
  close: [['autoCloseMinutes', 'missingData'], ['dependsOnMetrics']],
  valid: [
    ['validFrom', 'valid_from_dt'],
    ['validTo', 'valid_to_dt'],
  ],
  on: [['cover'], ['filterType', 'filterResourceGroup'], ['filterTag']],
  help: [['runbookUrl']],
} as const

const folded = ['close', 'valid', 'help'] as const
const foldedFields = folded.flatMap((part) => fieldsOfParts[part].flat())

function Lines({ form, part }: { form: FormOf<RuleValues>; part: keyof typeof fieldsOfParts }) {
  return fieldsOfParts[part].map((line) => (
    <div key={line[0]} className={styles.line}>
      {line.map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
    </div>
  ))
}

export function RuleForm({ customerId, entity, rule, isCopy, metric, onReopen }: RuleFormProps) {
  const words = useTexts(ruleFieldTexts)
  const said = useTexts(alertRuleTexts)
  const editing = useTexts(ruleEditingTexts)
  const messages = useTexts(alertRuleMessageTexts)
  const navigate = useNavigate()
  const { user } = useSession()
  const isEdit = rule !== null && !isCopy
  const create = useCreateRule(customerId)
  const change = useChangeRule({ customerId, alertRuleId: rule?.alertRuleId ?? '' })
  const about = isEdit ? rule.alertRuleId : [rule?.alertRuleId ?? entity?.entityId ?? '', ...(metric === null ? [] : [metric])].join('.')
  const draftKey = keyOfDraft('alert-rule', { email: user.email, customerId, about })
  const [draft] = useState(() => readDraft<AlertRule, RuleValues>(draftKey))
  const [opened] = useState(() => (isEdit ? (draft?.base ?? rule) : rule))
  const begun = opened ? { ...valuesOf(opened), ...(isCopy ? { name: words.copyOf(opened.name) } : {}) } : { metricName: metric ?? '' }
  const { can } = useShownCustomer()
  const thresholdsOnly = isEdit && rule.standard !== null && !can('global-admin')
  const choices = useQuery(coverChoicesQuery(customerId)).data
  const [cover, setCover] = useState<Cover>(() => coverOf({ ...begun, ...draft?.values }))
  const { metrics, typesOf, example, failed } = useRuleMetrics(customerId, entity, cover)
  const numbers = useRuleNumbers(customerId, metrics)
  const fields = useRuleFields({
    hasEntity: entity !== null,
    types: choices?.types ?? none,
    resourceGroups: choices?.resourceGroups ?? none,
    metrics: metrics ?? null,
    savedMetric: opened?.metricName ?? metric,
    numbers,
    thresholdsOnly,
  })
  const form = useForm<RuleValues>({ fields, start: { excluded: [], ...begun, ...draft?.values } })
  const { phase, failure, values } = useFormState(form)
  useCoverOfMetric(form, thresholdsOnly ? null : typesOf, choices?.types ?? none)
  if (JSON.stringify(coverOf(values)) !== JSON.stringify(cover)) setCover(coverOf(values))
  const base = useRuleBase({
    form,
    draftKey,
    opened: isEdit ? opened : null,
    rule: isEdit ? rule : null,
    isDraft: draft !== null,
    onReopen,
  })
  const status = failure?.error instanceof ApiError ? failure.error.status : 0
  const general = isEdit ? said.updateFailed : said.saveFailed

  function startAgain() {
    keepDraft(draftKey, null)
    onReopen()
  }

  async function send(values: RuleValues): Promise<AlertRule> {
    const before = isEdit ? base.base : rule
    const wanted = ruleOf(values, { entityId: entity?.entityId ?? rule?.entityId ?? null, before })
    if (!wanted) throw new Error('A rule that passes its checks is complete.')
    return isEdit && before ? change.mutateAsync({ ...wanted, version: before.version }) : create.mutateAsync(wanted)
  }

  function goToRule({ alertRuleId }: AlertRule) {
    keepDraft(draftKey, null)
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
      failureTexts={{
        onFields: words.notSaved,
        general: status === 409 && isEdit ? words.notSaved : status === 404 && isEdit ? editing.goneMeanwhile : general,
      }}
      onSubmit={send}
      onSent={goToRule}
    >
      <div className={styles.form}>
        <div>
          {base.base && base.latest && base.isConflict ? (
            <Suspense>
              <RuleConflict
                form={form}
                base={base.base}
                latest={base.latest}
                numbers={numbers}
                onKeepMine={base.keepMine}
                onTakeTheirs={startAgain}
              />
            </Suspense>
          ) : draft ? (
            <div className={styles.draft}>
              <p>{words.draftRestored}</p>
              <Button variant="subtle" size="compact-sm" onClick={startAgain}>
                {words.startAgain}
              </Button>
            </div>
          ) : null}
          {thresholdsOnly ? (
            <p className={styles.warning}>
              {said.providedBy(rule.standard?.name ?? '')} {said.providedThresholds}
            </p>
          ) : null}
          {isEdit && rule.filter && rule.covers !== null ? <p className={styles.warning}>{words.affects(rule.covers)}</p> : null}
          {(['when', 'what', 'on'] as const).map((part) => (
            <FormPart key={part} title={words.parts[part]}>
              {part === 'when' && failed ? (
                <ErrorState title={words.metricsFailed} error={failed.error} onRetry={() => void failed.refetch()} />
              ) : null}
              {part === 'when' && metrics?.length === 0 ? (
                <Suspense>
                  <NoMetrics customerId={customerId} entity={entity} />
                </Suspense>
              ) : null}
              <Lines form={form} part={part} />
              {part === 'on' && !thresholdsOnly ? <RuleCoverChoice customerId={customerId} form={form} /> : null}
            </FormPart>
          ))}
          <RuleMore form={form} names={foldedFields}>
            {folded.map((part) => (
              <FormPart key={part} title={words.parts[part]}>
                <Lines form={form} part={part} />
              </FormPart>
            ))}
          </RuleMore>
        </div>
        <RulePreview customerId={customerId} form={form} entity={entity} metrics={metrics} example={example} />
        <div className={styles.submit}>
          <FormActions>
            <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
              {words.save}
            </Button>
          </FormActions>
        </div>
      </div>
    </Form>
  )
}

const coverOf = ({
  metricName = '',
  filterType = [],
  filterResourceGroup = [],
  filterTag = [],
  excluded = [],
}: Partial<RuleValues>): Cover => ({
  ...{ metricName, filterType, filterResourceGroup, filterTag, excluded },
})

const none: readonly string[] = []
