import { Outlet, useLocation } from '@tanstack/react-router'
import { ChevronLeft, House } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { TwoColumnPage } from '#web/ui/page/two-column-page.tsx'
import { adminTexts } from './admin.texts.ts'
import styles from './admin-layout.module.css'
import { type AdminPlace, adminEntries, adminGroups, adminPlaces } from './admin-places.ts'

/** The address of the checklist that led to this page, also once a filter or a panel has changed the address of the page. */
function useChecklistBehind(): string | undefined {
  const { pathname, state } = useLocation()
  const [behind, setBehind] = useState({ pathname, checklist: state.checklist })
  if (pathname === behind.pathname && [undefined, behind.checklist].includes(state.checklist)) return behind.checklist
  setBehind({ pathname, checklist: state.checklist })
  return state.checklist
}

const rankOf = ({ group }: AdminPlace) => (group ? adminGroups.indexOf(group) : adminGroups.length)

export function AdminLayout() {
  const words = useTexts(adminTexts)
  const language = useLanguage()
  const { can } = useSession()
  const checklist = useChecklistBehind()
  const places = adminEntries
    .filter(({ access }) => can(access ?? 'global-admin'))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ to, icon, group, words: ofPlace }) => ({
      to,
      ...(group ? { group: words.groups[group] } : {}),
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
      {checklist ? (
        <p className={styles.back}>
          <PlainLink href={checklist}>
            <ChevronLeft size={14} aria-hidden="true" /> {words.toChecklist}
          </PlainLink>
        </p>
      ) : null}
      <Outlet />
    </TwoColumnPage>
  )
}
