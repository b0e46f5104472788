import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import styles from '#web/shared/links/links.module.css'
import { linkTexts } from '#web/shared/links/links.texts.ts'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { PreviewTitle } from '#web/ui/overlay/hover-preview.tsx'
import { entityQuery } from './entity-query.ts'
import { useReadableNames } from './readable-names.ts'

/** What is shown of an entity when the pointer rests on its link. */
export function EntityPreview({ customerId, entityId }: { customerId: string; entityId: string }) {
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
