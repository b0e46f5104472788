import { Boxes } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { resourceLimitTexts } from '#web/shared/access/resource-limit.texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { openNowTexts } from './open-now.texts.ts'

/** Not the same as *All good*: no source reports here. Leads staff to the sources, and a customer to what it can do itself. */
export function NothingConnected() {
  const words = useTexts(openNowTexts)
  const staff = isAdministrator(useSession())
  const limitWords = useTexts(resourceLimitTexts)
  const { customerId, can, isLimited } = useShownCustomer()
  // Of what others see nothing is known here.
  if (isLimited)
    return <EmptyState title={limitWords.noResources} text={limitWords.noResourcesText} icon={<Boxes size={28} strokeWidth={1.5} />} />
  return (
    <EmptyState title={staff ? words.nothingConnectedText : words.nothingConnectedYet} icon={<Boxes size={28} strokeWidth={1.5} />}>
      {staff ? (
        <ButtonLink to="/admin/sources" search={{ customer: customerId }}>
          {words.connectSource}
        </ButtonLink>
      ) : (
        <>
          {can(['@feature.myenvironment.write']) ? (
            <ButtonLink to="/my-environment/$customerId/upload" params={{ customerId }}>
              {words.uploadResources}
            </ButtonLink>
          ) : null}
          <ButtonLink variant="default" to="/team">
            {words.seeTeam}
          </ButtonLink>
        </>
      )}
    </EmptyState>
  )
}
