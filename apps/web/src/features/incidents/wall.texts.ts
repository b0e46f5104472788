import { texts } from '#web/platform/texts.ts'

export const wallTexts = texts(
  {
    wall: 'Wall mode',
    leave: 'Leave wall mode',
    fullScreen: 'Full screen',
    stale: (time: string) => `Not current: last heard at ${time}`,
    current: (time: string) => `Current, ${time}`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  {
    wall: 'Väggläge',
    leave: 'Lämna väggläget',
    fullScreen: 'Helskärm',
    stale: (time: string) => `Inte aktuellt: hördes senast ${time}`,
    current: (time: string) => `Aktuellt, ${time}`,
    page: (page: number, pages: number) => `Sida ${page} av ${pages}`,
  },
)
