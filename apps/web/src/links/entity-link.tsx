import { useQuery, useQueryClient } from '@tanstack/react-query'
import { environmentAccess } from '@vakt/contract/features.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { HoverPreview, PreviewTitle } from '#web/ui/hover-preview.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import { entityQuery } from './entity-query.ts'
import styles from './links.module.css'
import { linkTexts } from './links.texts.ts'
import { entityPath } from './paths.ts'
import { useReadableNames } from './readable-names.ts'

type EntityLinkProps = { customerId: string; entity: { entityId: string; name: string } }

/** An entity wherever it is named. Who may not see the environment reads its name. */
export function EntityLink({ customerId, entity }: EntityLinkProps) {
  const { can } = useShownCustomer()
  const queryClient = useQueryClient()
  if (!can(environmentAccess)) return <span>{entity.name}</span>
  return (
    <HoverPreview
      preview={<EntityPreview customerId={customerId} entityId={entity.entityId} />}
      onIntent={() => void queryClient.prefetchQuery(entityQuery(customerId, entity.entityId))}
    >
      <PlainLink className={styles.link} href={entityPath(customerId, entity.entityId)}>
        {entity.name}
      </PlainLink>
    </HoverPreview>
  )
}

function EntityPreview({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(linkTexts)
  const names = useReadableNames()
  const { data: entity, isError } = useQuery(entityQuery(customerId, entityId))
  if (!entity) return isError ? words.unavailable : words.loading
  return (
    <>
      <PreviewTitle>{entity.name}</PreviewTitle>
      <SeverityCountList counts={entity.openIncidents} />
      <p className={styles.dim}>
        {[entity.status ? names.state(entity.status) : null, entity.stale ? words.stale : null].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.dim}>
        {[names.type(entity.type, entity.subtype), entity.resourceGroup, entity.region ? names.region(entity.region) : null]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  )
}
