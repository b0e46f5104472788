import { Bell, KeyRound, Languages, type LucideIcon, MonitorSmartphone, UserRound } from 'lucide-react'
import type { settingsTexts } from './settings.texts.ts'

type Words = (typeof settingsTexts)['en']['places']
type SettingsPlace = {
  to: '/settings/profile' | '/settings/language-and-theme' | '/settings/notifications' | '/settings/api-tokens' | '/settings/sessions'
  icon: LucideIcon
  name: keyof Words
}

/** What somebody can settle for themselves, one line each: the list beside the pages is made from it. */
export const settingsPlaces: readonly SettingsPlace[] = [
  { to: '/settings/profile', icon: UserRound, name: 'profile' },
  { to: '/settings/language-and-theme', icon: Languages, name: 'appearance' },
  { to: '/settings/notifications', icon: Bell, name: 'notifications' },
  { to: '/settings/api-tokens', icon: KeyRound, name: 'tokens' },
  { to: '/settings/sessions', icon: MonitorSmartphone, name: 'sessions' },
]
