import { Outlet } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { TwoColumnPage } from '#web/ui/page/two-column-page.tsx'
import { adminTexts } from './admin.texts.ts'
import { adminEntries, adminPlaces } from './admin-places.ts'

export function AdminLayout() {
  const words = useTexts(adminTexts)
  const language = useLanguage()
  const { can } = useSession()
  const places = adminEntries
    .filter(({ access }) => can(access ?? 'global-admin'))
    .map(({ to, icon, words: ofPlace }) => ({
      to,
      icon,
      label: ofPlace[language].title,
      covers: adminPlaces.flatMap((place) => (place.within === to ? [place.to] : [])),
    }))
  return (
    <TwoColumnPage
      label={words.navigation}
      title={words.title}
      items={[...(can('global-admin') ? [{ to: '/admin' as const, icon: House, label: words.start }] : []), ...places]}
    >
      <Outlet />
    </TwoColumnPage>
  )
}
