import { texts } from '#web/platform/texts.ts'

export const copyTexts = texts(
  {
    copy: 'Copy',
    copyWhat: (what: string) => `Copy: ${what}`,
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying. Select the text and copy it yourself.',
  },
  {
    copy: 'Kopiera',
    copyWhat: (what) => `Kopiera: ${what}`,
    copied: 'Kopierat',
    copyFailed: 'Webbläsaren tillät inte kopiering. Markera texten och kopiera själv.',
  },
)
