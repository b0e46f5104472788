import { useQuery } from '@tanstack/react-query'
import type { EntityRelation } from '@vakt/contract/entities/entity-relations.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ReadableType } from '#web/shared/entities/readable-name.tsx'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { Section } from '#web/ui/page/detail-page.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { entityTexts } from './entities.texts.ts'
import styles from './entity-information.module.css'
import { entityRelationsQuery } from './entity-queries.ts'
import { relationTexts } from './relations.texts.ts'

/** The entities that this one belongs together with, by how. */
export function EntityRelations({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(entityTexts)
  const kinds = useTexts(relationTexts)
  const { isLimited } = useShownCustomer()
  const query = useQuery(entityRelationsQuery(customerId, entityId))
  if (query.isPending) return <ListSkeleton rows={2} />
  if (!query.data) return <ErrorState title={words.relationsFailed} error={query.error} onRetry={() => void query.refetch()} />
  const { relations, total } = query.data
  const groups = [...Map.groupBy(relations, ({ kind, direction }) => `${kind} ${direction}` as const)]
  return (
    <Section title={words.relations}>
      {groups.length === 0 ? <p className={styles.dim}>{isLimited ? words.noRelationsInSight : words.noRelations}</p> : null}
      <dl className={styles.relations}>
        {groups.map(([key, members]) => (
          <div key={key}>
            <dt>{kinds[key]}</dt>
            {members.map((relation) => (
              <dd key={relation.entity.entityId}>
                <RelatedEntity customerId={customerId} relation={relation} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {total > relations.length ? <p className={styles.dim}>{words.notAllRelations(relations.length, total)}</p> : null}
    </Section>
  )
}

function RelatedEntity({ customerId, relation: { entity, openIncidents } }: { customerId: string; relation: EntityRelation }) {
  return (
    <>
      <EntityLink customerId={customerId} entity={entity} />
      <ReadableType of={entity} className={styles.meta} />
      {sumCounts(openIncidents) > 0 ? <SeverityCountList counts={openIncidents} /> : null}
    </>
  )
}
