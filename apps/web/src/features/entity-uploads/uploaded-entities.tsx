import { useInfiniteQuery } from '@tanstack/react-query'
import { type EntityUpload, type RowStatus, rowStatuses, type UploadedEntity } from '@vakt/contract/entities/entity-uploads.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FieldChange } from '#web/shared/history/field-change.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { checkOutcomeTexts } from './check-outcome.texts.ts'
import styles from './entity-uploads.module.css'
import { entityUploadTexts } from './entity-uploads.texts.ts'
import { uploadedEntityQuery } from './upload-queries.ts'

type Props = { customerId: string; upload: EntityUpload }

/** What the import would add, change, leave alone and miss, with the entities of each. */
export function UploadedEntities({ customerId, upload: { uploadId, found } }: Props) {
  const words = useTexts(checkOutcomeTexts)
  const shown = rowStatuses.filter((standing) => found && found[standing] > 0)
  const [chosen, setChosen] = useState<RowStatus | null>(null)
  const standing = chosen && shown.includes(chosen) ? chosen : shown[0]
  if (!found || !standing) return <p className={styles.dim}>{words.nothingFound}</p>
  return (
    <>
      <FilterTabs
        label={words.outcome}
        options={shown.map((value) => ({ value, label: words.standings[value], count: found[value] }))}
        value={standing}
        onChange={setChosen}
      />
      {words.standingHelp[standing] ? <p className={styles.dim}>{words.standingHelp[standing]}</p> : null}
      <Rows customerId={customerId} uploadId={uploadId} standing={standing} />
    </>
  )
}

function Rows({ customerId, uploadId, standing }: { customerId: string; uploadId: string; standing: RowStatus }) {
  const words = useTexts(checkOutcomeTexts)
  const { failed } = useTexts(entityUploadTexts)
  const list = useInfiniteQuery(uploadedEntityQuery(customerId, uploadId, standing))
  if (list.isPending) return <ListSkeleton rows={3} />
  if (list.isError) return <ErrorState title={failed} error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <ul className={styles.list}>
        {list.data.pages
          .flatMap((page) => page.result)
          .map((entity) => (
            <Row key={entity.externalId} entity={entity} />
          ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}

function Row({ entity: { row, name, type, externalId, changes } }: { entity: UploadedEntity }) {
  const words = useTexts(checkOutcomeTexts)
  const format = useFormat()
  return (
    <li className={styles.item}>
      <span title={externalId}>
        <bdi>{name}</bdi> <span className={styles.dim}>{type}</span>
      </span>
      {row === null ? null : <span className={styles.dim}>{words.rowNumber(format.number(row))}</span>}
      {changes.map(({ field, before, after }) => (
        <FieldChange key={field} field={field} before={before} after={after} />
      ))}
    </li>
  )
}
