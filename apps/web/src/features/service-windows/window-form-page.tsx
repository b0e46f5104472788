import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskForCustomer } from '#web/shared/customers/ask-for-customer.tsx'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { windowFormTexts } from './window-form.texts.ts'
import { WindowForm } from './window-form.tsx'
import { windowQuery } from './window-queries.ts'
import { windowTexts } from './windows.texts.ts'
import { windowFormSearch } from './windows-search.ts'

export function WindowFormPage() {
  return (
    <AskForCustomer what="window">
      <WindowOfCustomer />
    </AskForCustomer>
  )
}

/** Creates a window, also as a copy of another or at times that were drawn on the timeline, or edits one. */
function WindowOfCustomer() {
  const { customerId } = useShownCustomer()
  const words = useTexts(windowFormTexts)
  const said = useTexts(windowTexts)
  const { swId } = useParams({ strict: false }) as { swId?: string }
  const search = windowFormSearch(useSearch({ strict: false }))
  const wanted = swId ?? search.copy
  const window = useQuery({
    ...windowQuery({ customerId, serviceWindowId: wanted ?? '' }),
    enabled: wanted !== undefined,
    refetchInterval: false,
  })
  const entity = useQuery({ ...entityQuery(customerId, search.entity ?? ''), enabled: search.entity !== undefined })
  const failed = [window, entity].find(({ isError, data }) => isError && !data)
  const isLoaded = (wanted === undefined || window.data) && (search.entity === undefined || entity.data)
  const back = (
    <Link to="/service-window/$customerId" params={{ customerId }}>
      <ChevronLeft size={14} aria-hidden="true" /> {said.back}
    </Link>
  )
  return (
    <FormPage isWide="full" back={back} title={swId ? said.editTitle : said.createTitle} intro={words.intro}>
      {failed ? (
        <ErrorState title={words.loadFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isLoaded ? (
        <WindowForm
          key={`${customerId} ${wanted ?? ''} ${search.entity ?? ''} ${search.from ?? ''}`}
          customerId={customerId}
          window={window.data ?? null}
          isCopy={swId === undefined}
          entity={entity.data ?? null}
          search={search}
        />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </FormPage>
  )
}
