import { texts } from '#web/platform/texts.ts'

export const appearanceTexts = texts(
  {
    title: 'Language and theme',
    intro: 'The language follows you to every browser, and to the mail that Vakt sends you. The theme is kept in this browser.',
  },
  {
    title: 'Språk och tema',
    intro: 'Språket följer dig till alla webbläsare och till den e-post som Vakt skickar. Temat gäller i den här webbläsaren.',
  },
)
