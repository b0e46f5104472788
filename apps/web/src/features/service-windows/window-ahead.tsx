import { useQuery } from '@tanstack/react-query'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { CoveredNames, NextStarts, useStartsTitle } from './window-cover.tsx'
import { windowFormTexts } from './window-form.texts.ts'
import { windowAheadQuery } from './window-queries.ts'

/** The resources that a window covers now, and when one that repeats starts next. */
export function WindowAhead({ customerId, window }: { customerId: string; window: ServiceWindow }) {
  const words = useTexts(windowFormTexts)
  const query = useQuery(windowAheadQuery(customerId, window))
  const startsTitle = useStartsTitle(false)
  if (query.isPending) return <ListSkeleton rows={4} />
  if (!query.data) return <ErrorState title={words.previewFailed} error={query.error} onRetry={() => void query.refetch()} />
  const { entities, covered, starts } = query.data
  return (
    <>
      <Section title={entities > 0 ? words.coversNow(entities) : words.coversNone}>
        <CoveredNames {...{ customerId, entities, covered }} />
      </Section>
      {window.repeats !== 'never' && starts.length > 0 ? (
        <Section title={startsTitle}>
          <NextStarts starts={starts} />
        </Section>
      ) : null}
    </>
  )
}
