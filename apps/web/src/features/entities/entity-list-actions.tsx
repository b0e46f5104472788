import { SlidersHorizontal, Upload } from 'lucide-react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { entityListTexts } from './entity-list.texts.ts'

/** The ways to the upload and to the settings of the list, for who may change it. */
export function EntityListActions() {
  const words = useTexts(entityListTexts)
  const { customerId, can } = useShownCustomer()
  if (!can(['@feature.myenvironment.write'])) return null
  const to = { variant: 'default', params: { customerId } } as const
  return (
    <>
      <ButtonLink {...to} to="/my-environment/$customerId/upload" leftSection={<Upload size={16} aria-hidden="true" />}>
        {words.upload}
      </ButtonLink>
      <ButtonLink {...to} to="/my-environment/$customerId/settings" leftSection={<SlidersHorizontal size={16} aria-hidden="true" />}>
        {words.settings}
      </ButtonLink>
    </>
  )
}
