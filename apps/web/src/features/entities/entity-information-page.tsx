import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { EntityDetails } from '@vakt/contract/entities/entities.ts'
import { overviewAccess } from '@vakt/contract/features.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ReadableName, ReadableType } from '#web/shared/entities/readable-name.tsx'
import { FollowerNames } from '#web/shared/follow/follower-names.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { entityTexts } from './entities.texts.ts'
import { EntityHistory } from './entity-history.tsx'
import { EntityIncidents } from './entity-incidents.tsx'
import styles from './entity-information.module.css'
import { EntityRelations } from './entity-relations.tsx'

/** Within the entity's layout, which shows it once the entity is there. */
export function EntityInformationPage() {
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const words = useTexts(entityTexts)
  const { data: entity } = useQuery(entityQuery(customerId, entityId))
  if (!entity) return null
  return (
    <div className={styles.columns}>
      <aside className={styles.facts} aria-label={words.facts}>
        <EntityFacts customerId={customerId} entity={entity} />
      </aside>
      <div className={styles.story}>
        {can(overviewAccess) ? <EntityIncidents key={entityId} customerId={customerId} entityId={entityId} /> : null}
        <EntityRelations customerId={customerId} entityId={entityId} />
        <EntityHistory customerId={customerId} entityId={entityId} />
        <Section title={words.tags}>
          <EntityTags tags={entity.tags} />
        </Section>
        <Section
          title={words.externalId}
          aside={
            <Link className={styles.more} to="/my-environment/$customerId/$entityId/information/details" params={{ customerId, entityId }}>
              {words.allProperties}
            </Link>
          }
        >
          <code className={styles.externalId}>{entity.externalId}</code>
        </Section>
      </div>
    </div>
  )
}

function EntityFacts({ customerId, entity }: { customerId: string; entity: EntityDetails }) {
  const words = useTexts(entityTexts)
  return (
    <Facts>
      <Fact label={words.type}>
        <ReadableType of={entity} />
      </Fact>
      <Fact label={words.subtype}>{entity.subtype}</Fact>
      <Fact label={words.status}>{entity.status ? <ReadableName of="state" value={entity.status} /> : null}</Fact>
      <Fact label={words.region}>{entity.region ? <ReadableName of="region" value={entity.region} /> : null}</Fact>
      <Fact label={words.resourceGroup}>{entity.resourceGroup}</Fact>
      <Fact label={words.container}>
        {entity.container ? (
          <>
            {entity.container.name}
            {entity.container.id === entity.container.name ? null : <span className={styles.below}>{entity.container.id}</span>}
          </>
        ) : null}
      </Fact>
      <Fact label={words.source}>
        <ReadableName of="source" value={entity.source} />
      </Fact>
      <Fact label={words.cloudOps}>{entity.cloudOpsMapped ? words.cloudOpsYes : words.cloudOpsNo}</Fact>
      <Fact label={words.created}>
        <RelativeTime iso={entity.created} />
      </Fact>
      <Fact label={words.modified}>
        <RelativeTime iso={entity.modified} />
      </Fact>
      <FollowerNames target={{ customerId, kind: 'entity', id: entity.entityId }} />
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
