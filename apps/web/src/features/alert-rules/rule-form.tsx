import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { NewAlertRule } from '@vakt/contract/alert-rule-content.ts'
import type { BackTestQuestion } from '@vakt/contract/alert-rule-cover.ts'
import type { AlertRule } from '@vakt/contract/alert-rules.ts'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
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
import { exampleEntityQuery, ruleMetricsQuery } from './back-test-queries.ts'
import { coverChoicesQuery, coverCountQuery } from './cover-queries.ts'
import { keepRuleDraft, readRuleDraft, ruleDraftKey } from './rule-draft.ts'
import { useRuleFields } from './rule-fields.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { describeRule } from './rule-sentence.ts'
import { type RuleValues, ruleOf, valuesOf } from './rule-values.ts'

const RuleBackTest = lazy(() => import('./rule-back-test.tsx').then((module) => ({ default: module.RuleBackTest })))

type RuleFormProps = {
  customerId: string
  /** The resource on which the form was opened; null on the list over all of them. */
  entity: { entityId: string; name: string } | null
  /** What is edited or copied; null for a new one. */
  rule: AlertRule | null
  isCopy: boolean
  /** What a new one begins with. */
  metric: string | null
}

const fieldsOfParts = {
  what: [['name'], ['description'], ['severity']],
  when: [
    ['metricName'],
    ['aggregation', 'thresholdComparison', 'threshold', 'alertsBeforeAction'],
    ['useCriticalThreshold', 'criticalThreshold'],
  ],
  close: [['autoCloseMinutes', 'missingData'], ['dependsOnMetrics']],
  valid: [
    ['validFrom', 'valid_from_dt'],
    ['validTo', 'valid_to_dt'],
  ],
  on: [['cover'], ['filterType', 'filterResourceGroup'], ['filterTag'], ['runbookUrl']],
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

export function RuleForm({ customerId, entity, rule, isCopy, metric }: RuleFormProps) {
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
    about: isEdit
      ? `${rule.alertRuleId}.${rule.version}`
      : [rule?.alertRuleId ?? entity?.entityId ?? '', ...(metric === null ? [] : [metric])].join('.'),
  })
  const [draft, setDraft] = useState(() => readRuleDraft(draftKey))
  const choices = useQuery(coverChoicesQuery(customerId)).data
  const [cover, setCover] = useState<Cover>(() => coverOf({ ...(rule ? valuesOf(rule) : {}), ...draft }))
  const example = useExample(customerId, entity, cover)
  const metrics = useQuery({ ...ruleMetricsQuery(customerId, example?.entityId ?? ''), enabled: example !== null }).data
  const fields = useRuleFields({
    hasEntity: entity !== null,
    types: choices?.types ?? none,
    resourceGroups: choices?.resourceGroups ?? none,
    metrics: metrics ?? null,
  })
  const begun = rule ? { ...valuesOf(rule), ...(isCopy ? { name: words.copyOf(rule.name) } : {}) } : { metricName: metric ?? '' }
  const form = useForm<RuleValues>({ fields, start: { ...begun, ...draft } })
  const { phase, failure, values } = useFormState(form)
  if (JSON.stringify(coverOf(values)) !== JSON.stringify(cover)) setCover(coverOf(values))
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
              {fieldsOfParts[part].map((line) => (
                <div key={line[0]} className={styles.line}>
                  {line.map((name) => (
                    <FormField key={name} form={form} name={name} />
                  ))}
                </div>
              ))}
            </FormPart>
          ))}
          <FormActions>
            <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
              {words.save}
            </Button>
          </FormActions>
        </div>
        <RulePreview customerId={customerId} form={form} entity={entity} example={example} />
      </div>
    </Form>
  )
}

type Named = { entityId: string; name: string }
type Cover = Pick<RuleValues, 'filterType' | 'filterResourceGroup' | 'filterTag'>

const coverOf = ({ filterType = [], filterResourceGroup = [], filterTag = [] }: Partial<RuleValues>): Cover => ({
  filterType,
  filterResourceGroup,
  filterTag,
})

/** The resource whose metrics are offered, and on which the rule is tested. */
function useExample(customerId: string, entity: Named | null, cover: Cover): Named | null {
  const found = useQuery({ ...exampleEntityQuery(customerId, cover), enabled: entity === null }).data
  return entity ?? found ?? null
}

/** What is asked 500 ms after the last change. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
const settleMs = 500

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

type RulePreviewProps = { customerId: string; form: FormOf<RuleValues>; entity: Named | null; example: Named | null }

/** What the rule says in plain words, how many resources it covers, and when it would have fired, as it stands in the form. */
function RulePreview({ customerId, form, entity, example }: RulePreviewProps) {
  const words = useTexts(ruleFieldTexts)
  const said = useTexts(alertRuleTexts)
  const format = useFormat()
  const { values } = useFormState(form)
  const rule = ruleOf(values, { entityId: entity?.entityId ?? null, before: null })
  const isFilter = values.cover === 'filter'
  const count = useQuery({ ...coverCountQuery(customerId, values), enabled: isFilter }).data
  const question = useSettled(rule && example ? questionOf(rule, example.entityId) : null)
  return (
    <aside className={styles.preview} aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p>{rule ? describeRule(rule, isFilter ? '' : (entity?.name ?? ''), said, format) : words.incomplete}</p>
      {isFilter && count !== undefined ? <p role="status">{words.coversNow(count)}</p> : null}
      <Suspense>
        {question && example ? <RuleBackTest customerId={customerId} question={question} testedOn={example.name} /> : null}
      </Suspense>
    </aside>
  )
}

function questionOf(rule: NewAlertRule, entityId: string): BackTestQuestion {
  const { aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold, alertsBeforeAction } = rule
  const { metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData } = rule
  return {
    ...{ aggregation, thresholdComparison, threshold, useCriticalThreshold, criticalThreshold, alertsBeforeAction },
    ...{ metricName, dependsOnMetrics, autoCloseDelayInSeconds, missingData, entityId },
  }
}
