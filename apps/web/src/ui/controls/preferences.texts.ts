import { texts } from '#web/platform/texts.ts'

export const preferenceTexts = texts(
  {
    language: 'Language',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', auto: 'System' },
    languageNotSaved: 'The language was not saved. It stays for this browser only.',
  },
  {
    language: 'Språk',
    theme: 'Tema',
    themes: { light: 'Ljust', dark: 'Mörkt', auto: 'System' },
    languageNotSaved: 'Språket sparades inte. Det gäller bara i den här webbläsaren.',
  },
)
