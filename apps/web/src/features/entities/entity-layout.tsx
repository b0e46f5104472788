import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import type { EntityDetails } from '@vakt/contract/entities/entities.ts'
import { metricAccess, serviceWindowAccess, ticketAccess } from '@vakt/contract/features.ts'
import { cloudPortalOf } from '@vakt/domain/cloud-portal.ts'
import { ChevronLeft, ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ReadableName, ReadableType } from '#web/shared/entities/readable-name.tsx'
import { FollowButton } from '#web/shared/follow/follow-button.tsx'
import { WindowsNow } from '#web/shared/service-windows/windows-now.tsx'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { CreateTicketLink } from '#web/shared/tickets/create-ticket-link.tsx'
import { ButtonAnchor, ButtonLink } from '#web/ui/controls/button.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { DetailHead } from '#web/ui/page/detail-page.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-layout.module.css'

/** An entity with all that belongs to it: its head, and a tab for each part, the open one below. */
export function EntityLayout() {
  const { customerId } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const words = useTexts(entityTexts)
  const query = useQuery(entityQuery(customerId, entityId))
  usePageTitle(query.data?.name)
  if (query.isPending) return <DetailSkeleton />
  if (query.data) {
    return (
      <>
        {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
        <EntityHead customerId={customerId} entity={query.data} />
        <EntityTabs customerId={customerId} entityId={entityId} />
        <Outlet />
      </>
    )
  }
  const toList = (
    <ButtonLink variant="default" to="/my-environment/$customerId" params={{ customerId }}>
      {words.goToList}
    </ButtonLink>
  )
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400)) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        {toList}
      </EmptyState>
    )
  }
  return (
    <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()}>
      {toList}
    </ErrorState>
  )
}

function EntityHead({ customerId, entity }: { customerId: string; entity: EntityDetails }) {
  const words = useTexts(entityTexts)
  const portal = cloudPortalOf(entity.externalId)
  const isPhone = useIsPhone()
  const isFirstPart = useLocation().pathname.endsWith('/information')
  // On a phone the first row of a list has to be within reach; the buttons are on the first part.
  const hasActions = !isPhone || isFirstPart
  return (
    <DetailHead
      back={
        <Link to="/my-environment/$customerId" params={{ customerId }}>
          <ChevronLeft size={14} aria-hidden="true" /> {words.back}
        </Link>
      }
      title={<bdi>{entity.name}</bdi>}
      state={
        <>
          <SeverityCountList counts={entity.openIncidents} />
          <ReadableType of={entity} className={styles.type} />
          {entity.status ? <ReadableName of="state" value={entity.status} /> : null}
          {entity.stale ? (
            <span className={styles.flag} title={words.staleText}>
              {words.stale}
            </span>
          ) : null}
          {entity.hidden ? (
            <span className={styles.flag} title={words.hiddenText}>
              {words.hidden}
            </span>
          ) : null}
          <WindowsNow customerId={customerId} entityId={entity.entityId} />
        </>
      }
      actions={
        hasActions ? (
          <>
            {portal ? (
              <ButtonAnchor
                variant="default"
                href={portal.url}
                target="_blank"
                rel="noreferrer"
                title={words.newTab}
                rightSection={<ExternalLink size={14} aria-hidden="true" />}
              >
                {words[portal.portal]}
              </ButtonAnchor>
            ) : null}
            <FollowButton target={{ customerId, kind: 'entity', id: entity.entityId }} />
            <CreateTicketLink customerId={customerId} entityId={entity.entityId} />
          </>
        ) : null
      }
    />
  )
}

function EntityTabs({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(entityTexts)
  const { can, isLimited } = useShownCustomer()
  const params = { customerId, entityId }
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  // Where the tabs are wider than the screen, the open one is shown. `scrollIntoView` would move the page, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which tab is open.
  useEffect(() => {
    const open = tabs.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const shown = tabs.current?.getBoundingClientRect()
    if (open && shown) tabs.current?.scrollBy({ left: (open.left + open.right - shown.left - shown.right) / 2, behavior: 'instant' })
  }, [pathname])
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={words.parts}>
      <Link className={styles.tab} to="/my-environment/$customerId/$entityId/information" params={params}>
        {words.information}
      </Link>
      {can(metricAccess) ? (
        <Link
          className={styles.tab}
          to="/my-environment/$customerId/$entityId/metrics"
          params={params}
          activeOptions={{ includeSearch: false }}
        >
          {words.metrics}
        </Link>
      ) : null}
      {isLimited ? null : (
        <>
          <Link
            className={styles.tab}
            to="/my-environment/$customerId/$entityId/alert-rules"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {words.alertRules}
          </Link>
          <Link
            className={styles.tab}
            to="/my-environment/$customerId/$entityId/auto-actions"
            params={params}
            activeOptions={{ includeSearch: false }}
          >
            {words.automation}
          </Link>
        </>
      )}
      {can(serviceWindowAccess) ? (
        <Link
          className={styles.tab}
          to="/my-environment/$customerId/$entityId/service-windows"
          params={params}
          activeOptions={{ includeSearch: false }}
        >
          {words.serviceWindows}
        </Link>
      ) : null}
      <Link className={styles.tab} to="/my-environment/$customerId/$entityId/cloudops" params={params}>
        {words.cloudOps}
      </Link>
      {isLimited ? null : (
        <Link className={styles.tab} to="/my-environment/$customerId/$entityId/cloudops-vmagent" params={params}>
          {words.agent}
        </Link>
      )}
      {can(ticketAccess) ? (
        <Link
          className={styles.tab}
          to="/my-environment/$customerId/$entityId/tickets"
          params={params}
          activeOptions={{ includeSearch: false }}
        >
          {words.tickets}
        </Link>
      ) : null}
    </nav>
  )
}
