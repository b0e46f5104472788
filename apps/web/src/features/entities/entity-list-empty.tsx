import type { countEntities } from '@vakt/contract/entities/entity-list.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { Boxes } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { resourceLimitTexts } from '#web/shared/access/resource-limit.texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { NothingMatches } from '#web/ui/table/nothing-matches.tsx'
import { entityListTexts } from './entity-list.texts.ts'
import { entityListEmptyTexts } from './entity-list-empty.texts.ts'

type EntityListEmptyProps = {
  counts: ResultOf<typeof countEntities> | undefined
  isFiltered: boolean
  onClear: () => void
  onShowHidden: () => void
}

/** Why no resource is listed: filtered away, all hidden by the customer's settings, or none there. */
export function EntityListEmpty({ counts, isFiltered, onClear, onShowHidden }: EntityListEmptyProps) {
  const words = { ...useTexts(entityListTexts), ...useTexts(entityListEmptyTexts) }
  const icon = <Boxes size={28} strokeWidth={1.5} />
  if (isFiltered) return <NothingMatches title={words.nothingMatches} hidden={counts?.all} onClear={onClear} />
  if (!counts || counts.hidden === 0) return <NothingYet />
  return (
    <EmptyState title={words.allHidden} text={words.allHiddenText(counts.hidden)} icon={icon}>
      <Button variant="default" onClick={onShowHidden}>
        {words.showThem}
      </Button>
    </EmptyState>
  )
}

/** Leads everyone who may to the way in: staff to the connectors, others to the upload. */
function NothingYet() {
  const words = { ...useTexts(entityListTexts), ...useTexts(entityListEmptyTexts) }
  const limitWords = useTexts(resourceLimitTexts)
  const { customerId, can, isLimited } = useShownCustomer()
  const staff = isAdministrator(useSession())
  const mayUpload = can(['@feature.myenvironment.write'])
  if (isLimited)
    return <EmptyState title={limitWords.noResources} text={limitWords.noResourcesText} icon={<Boxes size={28} strokeWidth={1.5} />} />
  return (
    <EmptyState
      title={words.nothingTitle}
      text={staff ? words.nothingText : mayUpload ? words.nothingTextOfUploader : words.nothingTextOfReader}
      icon={<Boxes size={28} strokeWidth={1.5} />}
    >
      {staff ? (
        <ButtonLink to="/admin/connectors" search={{ customer: customerId }}>
          {words.connectCloud}
        </ButtonLink>
      ) : null}
      {mayUpload ? (
        <ButtonLink variant={staff ? 'default' : 'filled'} to="/my-environment/$customerId/upload" params={{ customerId }}>
          {words.uploadFile}
        </ButtonLink>
      ) : null}
    </EmptyState>
  )
}
