import { texts } from '#web/platform/texts.ts'

export const pageNotFoundTexts = texts(
  {
    title: 'Page not found',
    text: 'There is nothing at this address. It may have been moved or mistyped.',
    home: 'Back to the start page',
  },
  {
    title: 'Sidan finns inte',
    text: 'Det finns inget på den här adressen. Den kan ha flyttats eller blivit felskriven.',
    home: 'Till startsidan',
  },
)
