import { useRouter } from '@tanstack/react-router'
import { Keyboard, Languages, LogOut, Settings, SunMoon } from 'lucide-react'
import { creationsFor, searchOfCreation } from '#web/creations.ts'
import { innerPlacesFor } from '#web/inner-places.ts'
import { navigationFor, searchOf } from '#web/navigation.ts'
import { useLanguage } from '#web/platform/language.ts'
import { chooseLanguage, signOut, useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { preferenceTexts } from '#web/ui/controls/preferences.texts.ts'
import { setColorScheme, useColorScheme } from '#web/ui/theme/color-scheme.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { paletteTexts } from './command-palette.texts.ts'
import { keyboardTexts } from './keyboard-shortcuts.texts.ts'
import type { PaletteItem } from './palette-item.ts'
import { shellTexts } from './shell.texts.ts'
import { showKeys } from './show-keys.ts'

const languages = [
  { code: 'sv', name: 'Svenska', names: 'svenska swedish språk language' },
  { code: 'en', name: 'English', names: 'engelska english språk language' },
] as const

/** The pages and actions that this user may reach from anywhere; whatever the language, the words of both find them. */
export function usePaletteCommands(): PaletteItem[] {
  const words = useTexts(shellTexts)
  const named = useTexts(keyboardTexts)
  const ofChoices = useTexts(preferenceTexts)
  const { changeLanguage, changeTheme } = useTexts(paletteTexts)
  const shown = useShownCustomer()
  const session = useSession()
  const router = useRouter()
  const language = useLanguage()
  const colorScheme = useColorScheme()
  const params = { customerId: shown.customerId }

  // What is among the pages of the administration is found with these.
  const pages = navigationFor(shown)
    .filter(({ isInAdmin }) => !isInAdmin)
    .map(
      ({ key, words: named, to, icon }): PaletteItem => ({
        id: `page:${key}`,
        group: 'pages',
        label: named[language].title,
        detail: named[language].about,
        keywords: `${named.en.title} ${named.sv.title}`,
        icon,
        href: router.buildLocation({ to, params, search: searchOf({ to }, shown) }).publicHref,
      }),
    )
  const inner = innerPlacesFor(session).map(
    ({ to, icon, part, names }): PaletteItem => ({
      id: `page:${to}`,
      group: part === 'admin' ? 'pages' : 'settings',
      isInner: true,
      label: names[language],
      detail: part === 'admin' ? 'Admin' : words.settings,
      keywords: `${names.en} ${names.sv}`,
      icon,
      href: router.buildLocation({ to }).publicHref,
    }),
  )
  const creations = creationsFor(shown).map(
    (item): PaletteItem => ({
      id: `create:${item.key}`,
      group: 'creations',
      label: item.words[language].title,
      detail: item.words[language].about,
      keywords: `${item.words.en.title} ${item.words.sv.title}`,
      icon: item.icon,
      href: router.buildLocation({ to: item.to, params, search: searchOfCreation(item, shown) }).publicHref,
    }),
  )
  const speak = languages
    .filter(({ code }) => code !== language)
    .map(
      ({ code, name, names }): PaletteItem => ({
        id: `language:${code}`,
        group: 'settings',
        label: changeLanguage(name),
        keywords: names,
        icon: Languages,
        run: () => void chooseLanguage(code).catch(failureToast(ofChoices.languageNotSaved)),
      }),
    )
  const look = (['light', 'dark', 'auto'] as const)
    .filter((theme) => theme !== colorScheme)
    .map(
      (theme): PaletteItem => ({
        id: `theme:${theme}`,
        group: 'settings',
        label: changeTheme(ofChoices.themes[theme]),
        keywords: `theme tema ${preferenceTexts.en.themes[theme]} ${preferenceTexts.sv.themes[theme]}`,
        icon: SunMoon,
        run: () => setColorScheme(theme),
      }),
    )
  const settings: PaletteItem = {
    id: 'page:settings',
    group: 'settings',
    label: words.settings,
    keywords: 'settings profile sessions api tokens inställningar profil sessioner api-nycklar',
    icon: Settings,
    href: router.buildLocation({ to: '/settings/profile' }).publicHref,
  }
  const keys: PaletteItem = {
    id: 'keyboard',
    group: 'settings',
    label: named.title,
    keywords: `${keyboardTexts.en.title} ${keyboardTexts.sv.title} ?`,
    icon: Keyboard,
    run: showKeys,
  }
  const leave: PaletteItem = {
    id: 'sign-out',
    group: 'settings',
    label: words.signOut,
    keywords: 'sign out log out logga ut',
    icon: LogOut,
    run: () => void signOut(),
  }
  return [...pages, ...creations, settings, ...inner, keys, ...speak, ...look, leave]
}
