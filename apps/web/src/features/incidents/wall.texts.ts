import { texts } from '#web/platform/texts.ts'

export const wallTexts = texts(
  {
    wall: 'Wall mode',
    leave: 'Leave wall mode',
    fullScreen: 'Full screen',
    current: (time: string) => `Live, ${time}`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  {
    wall: 'Storbild',
    leave: 'Lämna storbilden',
    fullScreen: 'Helskärm',
    current: (time: string) => `Live, ${time}`,
    page: (page: number, pages: number) => `Sida ${page} av ${pages}`,
  },
)
