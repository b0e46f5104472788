import type { ReactNode } from 'react'
import { setLanguage, useLanguage } from '#web/platform/language.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { texts, useTexts } from '#web/platform/texts.ts'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { setColorScheme, useShownColorScheme } from '#web/ui/theme/color-scheme.ts'
import styles from './dev-page.module.css'

const devPageTexts = texts(
  { language: 'Language', theme: 'Theme', light: 'Light', dark: 'Dark' },
  { language: 'Språk', theme: 'Tema', light: 'Ljust', dark: 'Mörkt' },
)

/** A page for those who work on Vakt, in the language and the theme that they choose on it. */
export function DevPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const words = useTexts(devPageTexts)
  usePageTitle(title)
  return (
    <main id="content" className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.intro}>{intro}</p>
        </div>
        <PlainSelect aria-label={words.language} value={useLanguage()} onChange={(event) => setLanguage(event.currentTarget.value)}>
          <option value="sv">Svenska</option>
          <option value="en">English</option>
        </PlainSelect>
        <PlainSelect
          aria-label={words.theme}
          value={useShownColorScheme()}
          onChange={(event) => setColorScheme(event.currentTarget.value === 'dark' ? 'dark' : 'light')}
        >
          <option value="light">{words.light}</option>
          <option value="dark">{words.dark}</option>
        </PlainSelect>
      </header>
      {children}
    </main>
  )
}
