import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { brandingTexts } from './branding.texts.ts'
import { BrandingForm } from './branding-form.tsx'
import { brandingQuery } from './branding-queries.ts'

/** How the whole installation looks and signs its mails. */
export function BrandingPage() {
  const words = useTexts(brandingTexts)
  const branding = useQuery(brandingQuery)
  return (
    <FormPage title={words.title} intro={words.intro} isWide="full">
      {branding.data ? (
        <BrandingForm key={branding.data.version} branding={branding.data} />
      ) : branding.isError ? (
        <ErrorState title={words.loadFailed} error={branding.error} onRetry={() => void branding.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </FormPage>
  )
}
