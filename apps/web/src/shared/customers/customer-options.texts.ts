import { texts } from '#web/platform/texts.ts'

export const customerOptionTexts = texts({ group: (name: string) => `Group ${name}` }, { group: (name) => `Grupp ${name}` })
