import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getMonitoringSource, type MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { saveSourceMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { mappingTexts } from './mapping.texts.ts'
import { useMappingFields } from './mapping-fields.ts'
import { mappingQuery, useRetrySignals, useSaveMapping } from './mapping-queries.ts'
import { MappingSample } from './mapping-sample.tsx'
import { fieldOfProperty, type MappingValues, toMapping, toValues } from './mapping-values.ts'
import styles from './monitoring-sources.module.css'
import type { SourceKey } from './source-queries.ts'

const MappingPreview = lazy(() => import('./mapping-preview.tsx').then((module) => ({ default: module.MappingPreview })))

type Saved = ResultOf<typeof saveSourceMapping>

/** The mapping editor of a source: a sample and the fields on the left, the alert that it becomes on the right. */
export function MappingPage() {
  const words = useTexts(mappingTexts)
  const { customerId = '', sourceId = '' } = useParams({ strict: false })
  const key = { customerId, sourceId }
  const source = useQuery({
    queryKey: ['monitoring-sources', 'one', sourceId],
    queryFn: ({ signal }) => call(getMonitoringSource, { params: key, signal }),
  })
  const saved = useQuery({ ...mappingQuery(key), refetchOnReconnect: false })
  const [sample, setSample] = useState('')
  const failed = [source, saved].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <ErrorState title={words.loadFailed} error={failed.error} isWholePage onRetry={() => void failed.refetch()}>
        <PlainLink className={styles.inText} href="/admin/sources">
          {words.back}
        </PlainLink>
      </ErrorState>
    )
  if (!source.data || !saved.data) return <DetailSkeleton />
  return (
    <Editor key={saved.data.version} sourceKey={key} source={source.data} saved={saved.data} sample={sample} onSampleChange={setSample} />
  )
}

/** Puts what the server refused on the fields of the form. */
function throwOnFields(error: unknown): never {
  if (error instanceof ApiError) error.errors = error.errors.map((one) => ({ ...one, property: fieldOfProperty(one.property) }))
  throw error
}

type EditorProps = {
  sourceKey: SourceKey
  source: MonitoringSource
  saved: Saved
  /** Outlives the form, which begins again with each version that is saved. */
  sample: string
  onSampleChange: (sample: string) => void
}

function Editor({ sourceKey, source, saved, sample, onSampleChange }: EditorProps) {
  const words = useTexts(mappingTexts)
  const fields = useMappingFields()
  const [start] = useState(() => toValues(saved.mapping))
  const [shown, setShown] = useState(start)
  const save = useSaveMapping(sourceKey)
  const form = useForm<MappingValues>({ fields, start, onRest: setShown })
  const { phase } = useFormState(form)
  return (
    <FormPage
      isWide
      back={
        <PlainLink href={`/admin/sources?source=${source.sourceId}`}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.back}
        </PlainLink>
      }
      title={words.title(source.name)}
      intro={words.intro}
    >
      <div className={styles.editor}>
        <MappingSample sourceKey={sourceKey} sample={sample} onChange={onSampleChange} />
        <Suspense fallback={<div />}>
          <MappingPreview sourceKey={sourceKey} mapping={toMapping(shown)} sample={sample} />
        </Suspense>
        <Form
          form={form}
          label={words.edit}
          messages={words.messages}
          failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
          onSubmit={(values: MappingValues) =>
            save.mutateAsync({ mapping: toMapping(values), version: saved.version }).catch(throwOnFields)
          }
          onSent={() => showToast(words.saved, 'success')}
        >
          <AskBeforeLeaving when={form.isDirty} />
          {fields.map(({ name }) => (
            <FormField key={name} form={form} name={name as keyof MappingValues} />
          ))}
          <div className={styles.actions}>
            <Button type="submit" loading={phase === 'submitting'}>
              {words.save}
            </Button>
            {saved.version > 0 ? <Retry sourceKey={sourceKey} /> : null}
          </div>
        </Form>
      </div>
    </FormPage>
  )
}

function Retry({ sourceKey }: { sourceKey: SourceKey }) {
  const words = useTexts(mappingTexts)
  const retry = useRetrySignals(sourceKey)
  const run = () =>
    void retry.mutateAsync().then(({ signals }) => showToast(words.retried(signals), 'success'), failureToast(words.retryFailed))
  return (
    <Button variant="default" loading={retry.isPending} onClick={run}>
      {words.retry}
    </Button>
  )
}
