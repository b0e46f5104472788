import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskForCustomer } from '#web/shared/customers/ask-for-customer.tsx'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { processFormTexts } from './process-form.texts.ts'
import { ProcessForm } from './process-form.tsx'
import { processQuery } from './process-queries.ts'
import { processTexts } from './processes.texts.ts'

/** Creates or edits a process: on a resource, or from the list over all of them. */
export function ProcessFormPage() {
  return (
    <AskForCustomer what="process">
      <ProcessOfAddress />
    </AskForCustomer>
  )
}

function ProcessOfAddress() {
  const { customerId, can } = useShownCustomer()
  const words = useTexts(processFormTexts)
  const { noRight } = useTexts(processTexts)
  const { entityId, processModelId } = useParams({ strict: false }) as { entityId?: string; processModelId?: string }
  const process = useQuery({
    ...processQuery({ customerId, processModelId: processModelId ?? '' }),
    enabled: processModelId !== undefined,
  })
  const entity = useQuery({ ...entityQuery(customerId, entityId ?? ''), enabled: entityId !== undefined })
  const [opening, setOpening] = useState(0)
  const reopen = useCallback(() => setOpening((count) => count + 1), [])
  if (!can(['@feature.myenvironment.write'])) {
    return (
      <EmptyState isWholePage title={noRight}>
        <ButtonLink variant="default" to="/automation/$customerId" params={{ customerId }}>
          {words.back}
        </ButtonLink>
      </EmptyState>
    )
  }
  const failed = [process, entity].find(({ isError, data }) => isError && !data)
  const isLoaded = (processModelId === undefined || process.data) && (entityId === undefined || entity.data)
  const back = (
    <Link
      to={entityId ? '/my-environment/$customerId/$entityId/auto-actions' : '/automation/$customerId'}
      params={{ customerId, entityId: entityId ?? '' }}
    >
      <ChevronLeft size={14} aria-hidden="true" /> {entity.data ? `${entity.data.name}: ${words.back}` : words.back}
    </Link>
  )
  return (
    <FormPage isWide="full" back={back} title={processModelId ? words.editTitle : words.createTitle} intro={words.intro}>
      {failed ? (
        <ErrorState title={words.loadFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isLoaded ? (
        <ProcessForm
          key={`${customerId} ${entityId ?? ''} ${processModelId ?? ''} ${opening}`}
          customerId={customerId}
          entity={entity.data ?? process.data?.entity ?? null}
          isOnEntity={entityId !== undefined}
          process={process.data ?? null}
          onReopen={reopen}
        />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </FormPage>
  )
}
