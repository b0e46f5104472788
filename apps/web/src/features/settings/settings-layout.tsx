import { Outlet } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import { TwoColumnPage } from '#web/ui/two-column-page.tsx'
import { settingsTexts } from './settings.texts.ts'
import { settingsPlaces } from './settings-places.ts'

export function SettingsLayout() {
  const words = useTexts(settingsTexts)
  const items = settingsPlaces.map(({ to, icon, name }) => ({ to, icon, label: words.places[name] }))
  return (
    <TwoColumnPage label={words.navigation} title={words.title} items={items}>
      <Outlet />
    </TwoColumnPage>
  )
}
