import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { EntityDetails } from '@vakt/contract/entities.ts'
import { ChevronLeft } from 'lucide-react'
import { entityQuery } from '#web/links/entity-query.ts'
import { ApiError } from '#web/platform/api.ts'
import { useLiveCustomer } from '#web/platform/live.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { DetailPage, Section } from '#web/ui/detail-page.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import { DetailSkeleton } from '#web/ui/skeleton.tsx'
import { entityTexts } from './entities.texts.ts'
import { EntityIncidents } from './entity-incidents.tsx'
import styles from './entity-information.module.css'

export function EntityInformationPage() {
  const { customerId } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  useLiveCustomer(customerId)
  const words = useTexts(entityTexts)
  const query = useQuery(entityQuery(customerId, entityId))
  usePageTitle(query.data?.name)
  if (query.isPending) return <DetailSkeleton />
  if (query.data) {
    return (
      <>
        {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
        <EntityView customerId={customerId} entity={query.data} />
      </>
    )
  }
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400)) {
    return (
      <EmptyState isWholePage title={words.notFound} text={words.notFoundText}>
        <Button variant="default" component={Link} to="/dashboard">
          {words.goToOverview}
        </Button>
      </EmptyState>
    )
  }
  return <ErrorState isWholePage title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
}

function EntityView({ customerId, entity }: { customerId: string; entity: EntityDetails }) {
  const words = useTexts(entityTexts)
  const { can } = useShownCustomer()
  const seesOverview = can(['@feature.overview.read'])
  return (
    <DetailPage
      back={
        seesOverview ? (
          <Link to="/dashboard">
            <ChevronLeft size={14} aria-hidden="true" /> {words.back}
          </Link>
        ) : null
      }
      title={entity.name}
      state={
        <>
          <SeverityCountList counts={entity.openIncidents} />
          <span>{entity.type}</span>
          {entity.status ? <span>{entity.status}</span> : null}
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
        </>
      }
      factsLabel={words.facts}
      facts={<EntityFacts entity={entity} />}
    >
      {seesOverview ? (
        <Section title={words.incidents}>
          <EntityIncidents customerId={customerId} entityId={entity.entityId} />
        </Section>
      ) : null}
      <Section title={words.tags}>
        <EntityTags tags={entity.tags} />
      </Section>
      <Section title={words.externalId}>
        <code className={styles.externalId}>{entity.externalId}</code>
      </Section>
    </DetailPage>
  )
}

function EntityFacts({ entity }: { entity: EntityDetails }) {
  const words = useTexts(entityTexts)
  return (
    <Facts>
      <Fact label={words.type}>{entity.type}</Fact>
      <Fact label={words.subtype}>{entity.subtype}</Fact>
      <Fact label={words.status}>{entity.status}</Fact>
      <Fact label={words.region}>{entity.region}</Fact>
      <Fact label={words.resourceGroup}>{entity.resourceGroup}</Fact>
      <Fact label={words.container}>
        {entity.container ? (
          <>
            {entity.container.name}
            {entity.container.id === entity.container.name ? null : <span className={styles.below}>{entity.container.id}</span>}
          </>
        ) : null}
      </Fact>
      <Fact label={words.source}>{entity.source}</Fact>
      <Fact label={words.cloudOps}>{entity.cloudOpsMapped ? words.cloudOpsYes : words.cloudOpsNo}</Fact>
      <Fact label={words.created}>
        <RelativeTime iso={entity.created} />
      </Fact>
      <Fact label={words.modified}>
        <RelativeTime iso={entity.modified} />
      </Fact>
    </Facts>
  )
}

function EntityTags({ tags }: { tags: EntityDetails['tags'] }) {
  const words = useTexts(entityTexts)
  const all = Object.entries(tags).sort(([one], [other]) => one.localeCompare(other))
  if (all.length === 0) return <p className={styles.dim}>{words.noTags}</p>
  return (
    <dl className={styles.tags}>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className={styles.dim}>{words.noValue}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
