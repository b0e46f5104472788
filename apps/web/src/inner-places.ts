import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { adminPlaces } from '#web/features/admin/admin-places.ts'
import { settingsTexts } from '#web/features/settings/settings.texts.ts'
import { settingsPlaces } from '#web/features/settings/settings-places.ts'
import type { Session } from '#web/platform/session.ts'

type InnerPlace = {
  to: NonNullable<LinkProps['to']>
  icon: LucideIcon
  /** Where it is found otherwise. */
  part: 'admin' | 'settings'
  names: Record<'en' | 'sv', string>
}

/** The pages of the administration and of the settings that this user may open, in the order of their lists. */
export function innerPlacesFor(session: Session): InnerPlace[] {
  const ofAdmin = adminPlaces
    .filter(({ access }) => session.can(access ?? 'global-admin'))
    .map(({ to, icon, words }): InnerPlace => ({ to, icon, part: 'admin', names: { en: words.en.title, sv: words.sv.title } }))
  const ofSettings = settingsPlaces
    .filter(({ isFor = () => true }) => isFor(session))
    .map(({ to, icon, name }): InnerPlace => {
      const { en, sv } = settingsTexts
      return { to, icon, part: 'settings', names: { en: en.places[name], sv: sv.places[name] } }
    })
  return [...ofAdmin, ...ofSettings]
}
