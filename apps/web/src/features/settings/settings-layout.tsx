import { Outlet, useLocation } from '@tanstack/react-router'
import { NotAuthorizedError } from '#web/platform/route-access.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { TwoColumnPage } from '#web/ui/page/two-column-page.tsx'
import { settingsTexts } from './settings.texts.ts'
import { lacksFeaturesFor, settingsPlaces } from './settings-places.ts'

export function SettingsLayout() {
  const words = useTexts(settingsTexts)
  const session = useSession()
  const { pathname } = useLocation()
  if (lacksFeaturesFor(pathname, session)) throw new NotAuthorizedError('administrators')
  const places = settingsPlaces.filter(({ isFor = () => true }) => isFor(session))
  const entries = places.filter(({ within }) => within === undefined)
  const items = entries.map(({ to, icon, name }) => ({
    to,
    icon,
    label: words.places[name],
    covers: places.flatMap((place) => (place.within === to ? [place.to] : [])),
  }))
  return (
    <TwoColumnPage label={words.navigation} title={words.title} items={items}>
      <Outlet />
    </TwoColumnPage>
  )
}
