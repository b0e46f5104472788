import { useState } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { chooseLanguage } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { setColorScheme, useColorScheme } from '#web/ui/theme/color-scheme.ts'
import { Choice } from './choice.tsx'
import styles from './preferences.module.css'
import { preferenceTexts } from './preferences.texts.ts'

const languageNames = [
  { value: 'sv', label: 'Svenska', lang: 'sv' },
  { value: 'en', label: 'English', lang: 'en' },
] as const

type Props = { onLanguage(language: 'sv' | 'en'): void }

/** Language and theme, for this browser. */
export function Preferences({ onLanguage }: Props) {
  const words = useTexts(preferenceTexts)
  const colorScheme = useColorScheme()
  const themes = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: words.themes[value] }))
  return (
    <>
      <Choice label={words.language} value={useLanguage()} options={languageNames} onChange={onLanguage} />
      <Choice label={words.theme} value={colorScheme} options={themes} onChange={setColorScheme} />
    </>
  )
}

/** As `Preferences`; the language is saved for the user too. */
export function OwnPreferences() {
  const words = useTexts(preferenceTexts)
  const [isUnsaved, setUnsaved] = useState(false)

  function changeLanguage(language: 'sv' | 'en') {
    setUnsaved(false)
    chooseLanguage(language).catch(() => setUnsaved(true))
  }

  return (
    <>
      <Preferences onLanguage={changeLanguage} />
      {isUnsaved && (
        <p role="alert" className={styles.problem}>
          {words.languageNotSaved}
        </p>
      )}
    </>
  )
}
