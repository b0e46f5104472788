import { texts } from '#web/platform/texts.ts'

export const openDurationTexts = texts({ since: (time: string) => `Open since ${time}` }, { since: (time) => `Öppen sedan ${time}` })
