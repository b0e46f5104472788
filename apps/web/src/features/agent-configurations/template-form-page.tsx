import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { templateQuery } from './template-queries.ts'
import { templateTexts } from './templates.texts.ts'

const TemplateForm = lazy(() => import('./template-form.tsx').then((module) => ({ default: module.TemplateForm })))

/** Creates a template of what many machines watch, or edits one. */
export function TemplateFormPage() {
  const words = useTexts(templateTexts)
  const { customerId } = useShownCustomer()
  const { templateId } = useParams({ strict: false }) as { templateId?: string }
  const query = useQuery({ ...templateQuery(customerId, templateId ?? ''), enabled: templateId !== undefined })
  const back = (
    <Link to="/my-environment/$customerId/agents/templates" params={{ customerId }} search={templateId ? { open: templateId } : {}}>
      <ChevronLeft size={14} aria-hidden="true" /> {words.title}
    </Link>
  )
  return (
    <FormPage isWide back={back} title={templateId ? words.editTitle : words.create} intro={words.formIntro}>
      {query.isError && !query.data ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : templateId === undefined || query.data ? (
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <TemplateForm key={templateId ?? ''} customerId={customerId} loaded={query.data ?? null} />
        </Suspense>
      ) : (
        <ListSkeleton rows={8} />
      )}
    </FormPage>
  )
}
