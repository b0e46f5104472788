import { useQueryClient } from '@tanstack/react-query'
import { environmentAccess } from '@vakt/contract/features.ts'
import { lazy } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import styles from '#web/shared/links/links.module.css'
import { entityPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { HoverPreview } from '#web/ui/overlay/hover-preview.tsx'
import { entityQuery } from './entity-query.ts'

const loadPreview = () => import('./entity-preview.tsx')
const EntityPreview = lazy(() => loadPreview().then((module) => ({ default: module.EntityPreview })))

type EntityLinkProps = { customerId: string; entity: { entityId: string; name: string } }

/** An entity wherever it is named. Who may not see the environment reads its name. */
export function EntityLink({ customerId, entity }: EntityLinkProps) {
  const { can } = useShownCustomer()
  const queryClient = useQueryClient()
  if (!can(environmentAccess)) return <span>{entity.name}</span>
  return (
    <HoverPreview
      preview={<EntityPreview customerId={customerId} entityId={entity.entityId} />}
      onIntent={() => {
        void loadPreview().catch(() => {})
        void queryClient.prefetchQuery(entityQuery(customerId, entity.entityId))
      }}
    >
      <PlainLink className={styles.link} href={entityPath(customerId, entity.entityId)}>
        {entity.name}
      </PlainLink>
    </HoverPreview>
  )
}
