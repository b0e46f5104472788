import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Process } from '@vakt/contract/processes/processes.ts'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { keepDraft, draftKey as keyOfDraft, readDraft } from '#web/forms/form-draft.ts'
import { FormField } from '#web/forms/form-field.tsx'
import { LoadingParts } from '#web/forms/loading-parts.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTimeZone } from '#web/platform/time-zone.ts'
import { coverChoicesQuery, coverCountQuery } from '#web/shared/entities/cover-queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './process-form.module.css'
import { processFormTexts } from './process-form.texts.ts'
import { processMessageTexts } from './process-messages.texts.ts'
import { processChoicesQuery, useChangeProcess, useCreateProcess } from './process-queries.ts'
import { type Named, type ProcessValues, processOf, valuesOf as valuesOfProcess } from './process-values.ts'
import { usePreviewValues } from './use-preview-values.ts'
import { useProcessBase } from './use-process-base.ts'
import { useProcessFields } from './use-process-fields.ts'

/** Keeps the room of a line that is not known yet: what follows would move away under the pointer. */
const emptyLine = '\u00a0'

const ProcessConflict = lazy(() => import('./process-conflict.tsx').then((module) => ({ default: module.ProcessConflict })))
const ProcessFlow = lazy(() => import('./process-flow.tsx').then((module) => ({ default: module.ProcessFlow })))
const DryRun = lazy(() => import('./dry-run.tsx').then((module) => ({ default: module.DryRun })))

type ProcessFormProps = {
  customerId: string
  /** The resource on which the form was opened, or that the process is for; null for a filter. */
  entity: Named | null
  /** On which list it was opened. */
  isOnEntity: boolean
  /** What is edited, as it is now; null for a new one. */
  process: Process | null
  /** Opens the form again, with the process as it is now. */
  onReopen: () => void
}

const filterFields = ['filterType', 'filterResourceGroup', 'filterTag'] as const
const none: readonly string[] = []

export function ProcessForm({ customerId, entity, isOnEntity, process, onReopen }: ProcessFormProps) {
  const words = useTexts(processFormTexts)
  const messages = useTexts(processMessageTexts)
  const navigate = useNavigate()
  const { user } = useSession()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const create = useCreateProcess(customerId)
  const change = useChangeProcess({ customerId, processModelId: process?.processModelId ?? '' })
  const draftKey = keyOfDraft('process', { email: user.email, customerId, about: process?.processModelId ?? entity?.entityId ?? 'new' })
  const [draft] = useState(() => readDraft<Process, ProcessValues>(draftKey))
  const [opened] = useState(() => (process ? (draft?.base ?? process) : null))
  const valuesOf = useCallback((one: Process) => valuesOfProcess(one, { timeZone, language }), [timeZone, language])
  const offered = useQuery(processChoicesQuery(customerId, entity?.entityId ?? null))
  const choices = offered.data
  const cover = useQuery(coverChoicesQuery(customerId)).data
  const fields = useProcessFields({
    hasEntity: entity !== null,
    process,
    choices,
    types: cover?.types ?? none,
    resourceGroups: cover?.resourceGroups ?? none,
  })
  const form = useForm<ProcessValues>({ fields, start: { actions: [], ...(opened ? valuesOf(opened) : {}), ...draft?.values } })
  const { phase, failure, values } = useFormState(form)
  const [reviews, setReviews] = useState(0)
  const base = useProcessBase({ form, draftKey, opened, process, isDraft: draft !== null, valuesOf, onReopen })
  const isFilter = values.cover === 'filter' || entity === null
  const matching = useQuery({ ...coverCountQuery(customerId, values), enabled: isFilter }).data
  const names = Object.fromEntries([
    ...(choices?.onCallSchedules ?? []).map(({ scheduleId, name }) => [scheduleId, name]),
    ...(choices?.chatDestinations ?? []).map(({ destinationId, name }) => [destinationId, name]),
  ])
  const preview = usePreviewValues({ entityName: isFilter ? null : entity.name, processName: values.name })
  const status = failure?.error instanceof ApiError ? failure.error.status : 0

  function startAgain() {
    keepDraft(draftKey, null)
    onReopen()
  }

  function send(sent: ProcessValues): Promise<Process> {
    const body = processOf(sent, { entityId: entity?.entityId ?? null, before: base.base })
    return base.base ? change.mutateAsync({ ...body, version: base.base.version }) : create.mutateAsync(body)
  }

  function goToProcess({ processModelId }: Process) {
    keepDraft(draftKey, null)
    showToast(words.saved, 'success')
    const search = { process: processModelId }
    if (isOnEntity && entity)
      void navigate({
        to: '/my-environment/$customerId/$entityId/auto-actions',
        params: { customerId, entityId: entity.entityId },
        search,
      })
    else void navigate({ to: '/automation/$customerId', params: { customerId }, search })
  }

  return (
    <Form
      form={form}
      label={process ? words.editTitle : words.createTitle}
      messages={messages}
      failureTexts={{
        onFields: words.notSaved,
        general: status === 409 && process ? words.notSaved : status === 404 && process ? words.gone : words.saveFailed,
      }}
      onSubmit={send}
      onSent={goToProcess}
    >
      <div className={styles.form}>
        <div>
          {base.base && base.latest && base.isConflict ? (
            <Suspense>
              <ProcessConflict
                before={valuesOf(base.base)}
                latest={base.latest}
                valuesOf={valuesOf}
                onKeepMine={() => {
                  base.keepMine()
                  showToast(words.kept, 'success')
                }}
                onTakeTheirs={startAgain}
              />
            </Suspense>
          ) : draft ? (
            <div className={styles.note}>
              <p>{words.draftRestored}</p>
              <Button variant="subtle" size="compact-sm" onClick={startAgain}>
                {words.startAgain}
              </Button>
            </div>
          ) : null}
          <FormPart title={words.what}>
            <FormField form={form} name="name" />
            <FormField form={form} name="description" />
          </FormPart>
          <FormPart title={words.starts}>
            {offered.isError && !choices ? (
              <ErrorState title={words.choicesFailed} error={offered.error} onRetry={() => void offered.refetch()} />
            ) : null}
            <FormField form={form} name="rules" />
            <FormField form={form} name="alertRuleIds" />
            <FormField form={form} name="cover" />
            {isFilter ? (
              <>
                {filterFields.map((name) => (
                  <FormField key={name} form={form} name={name} />
                ))}
                <p className={styles.dim}>{matching === undefined ? emptyLine : words.matches(matching)}</p>
              </>
            ) : null}
          </FormPart>
          <FormPart title={words.steps}>
            <Suspense fallback={<LoadingParts />}>
              <ProcessFlow
                form={form}
                preview={preview}
                names={names}
                hasAgent={choices?.hasAgent ?? true}
                phone={choices}
                reviews={reviews}
              />
            </Suspense>
          </FormPart>
          <FormActions>
            <Button
              type="submit"
              loading={phase === 'submitting'}
              disabled={phase === 'sent'}
              onClick={() => setReviews((count) => count + 1)}
            >
              {words.save}
            </Button>
          </FormActions>
        </div>
        <Suspense>
          <DryRun customerId={customerId} entityId={isFilter ? null : entity.entityId} values={values} names={names} />
        </Suspense>
      </div>
    </Form>
  )
}
