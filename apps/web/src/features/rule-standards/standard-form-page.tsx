import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { RuleStandard } from '@vakt/contract/alert-rules/rule-standards.ts'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { LoadingParts } from '#web/forms/loading-parts.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormActions, FormPage, FormPart } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useStandardFields } from './standard-fields.ts'
import { standardFormTexts } from './standard-form.texts.ts'
import { standardQuery, useSaveStandard } from './standard-queries.ts'
import { type StandardValues, standardOf, valuesOfStandard } from './standard-values.ts'
import { useStandardChoices } from './use-standard-choices.ts'

const StandardPreview = lazy(() => import('./standard-preview.tsx').then((module) => ({ default: module.StandardPreview })))

/** Creates a standard, or edits one. */
export function StandardFormPage() {
  const words = useTexts(standardFormTexts)
  const { standardId } = useParams({ strict: false }) as { standardId?: string }
  const query = useQuery({ ...standardQuery(standardId ?? ''), enabled: standardId !== undefined, staleTime: 0 })
  const back = (
    <Link to="/admin/rule-standards" search={standardId ? { standard: standardId } : {}}>
      <ChevronLeft size={14} aria-hidden="true" /> {words.back}
    </Link>
  )
  return (
    <FormPage isWide back={back} title={standardId ? words.editTitle : words.createTitle} intro={words.intro}>
      {query.isError && !query.data ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : standardId === undefined || query.data ? (
        <StandardForm key={standardId ?? ''} loaded={query.data ?? null} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </FormPage>
  )
}

const parts = {
  about: ['name', 'description'],
  covers: ['types', 'tags'],
  rules: ['rules'],
  customers: ['groups', 'allowsThresholdChanges'],
} as const

function StandardForm({ loaded }: { loaded: RuleStandard | null }) {
  const words = useTexts(standardFormTexts)
  const navigate = useNavigate()
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(loaded)
  const save = useSaveStandard(before)
  const [asked, setAsked] = useState({ types: before?.filter.type ?? [], tags: before?.filter.tag ?? [], groups: before?.groups ?? [] })
  const { cover, ...choices } = useStandardChoices(asked, before)
  const form = useForm<StandardValues>({
    fields: useStandardFields(choices),
    start: before ? valuesOfStandard(before) : {},
  })
  const { phase, values } = useFormState(form)
  const wanted = JSON.stringify({ types: values.types ?? [], tags: values.tags ?? [], groups: values.groups ?? [] })
  useEffect(() => setAsked(JSON.parse(wanted)), [wanted])
  return (
    <Form
      form={form}
      label={before ? words.editTitle : words.createTitle}
      messages={words.messages}
      failureTexts={{ onFields: words.notSaved, general: before ? words.notSaved : words.failed }}
      onSubmit={(values) => save.mutateAsync(standardOf(values, before))}
      onSent={({ standardId, groups }) => {
        showToast(groups.length > 0 ? words.savedForGroups : before ? words.saved : words.created, 'success')
        void navigate({ to: '/admin/rule-standards', search: { standard: standardId } })
      }}
    >
      <AskBeforeLeaving when={form.isDirty} />
      {(['about', 'covers', 'rules', 'customers'] as const).map((part) => (
        <FormPart key={part} title={words.parts[part]}>
          {parts[part].map((name) => (
            <FormField key={name} form={form} name={name} />
          ))}
        </FormPart>
      ))}
      <Suspense fallback={<LoadingParts />}>
        <StandardPreview values={values} cover={cover} />
      </Suspense>
      <FormActions>
        <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
          {words.save}
        </Button>
      </FormActions>
    </Form>
  )
}
