import { Boxes } from 'lucide-react'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { openNowTexts } from './open-now.texts.ts'

/** Not the same as *All good*: no source reports here. Staff are led to where a source is connected. */
export function NothingConnected() {
  const words = useTexts(openNowTexts)
  const staff = isStaff(useSession())
  return (
    <EmptyState title={words.nothingConnectedText} icon={<Boxes size={28} strokeWidth={1.5} />}>
      {staff ? <ButtonLink to="/admin/sources">{words.connectSource}</ButtonLink> : null}
    </EmptyState>
  )
}
