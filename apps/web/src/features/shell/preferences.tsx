import { useMantineColorScheme } from '@mantine/core'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Choice } from './choice.tsx'
import { shellTexts } from './shell.texts.ts'

const languageNames = [
  { value: 'sv', label: 'Svenska', lang: 'sv' },
  { value: 'en', label: 'English', lang: 'en' },
] as const

type Props = { onLanguage(language: 'sv' | 'en'): void }

export function Preferences({ onLanguage }: Props) {
  const words = useTexts(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const themes = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: words.themes[value] }))
  return (
    <>
      <Choice label={words.language} value={useLanguage()} options={languageNames} onChange={onLanguage} />
      <Choice label={words.theme} value={colorScheme} options={themes} onChange={setColorScheme} />
    </>
  )
}
