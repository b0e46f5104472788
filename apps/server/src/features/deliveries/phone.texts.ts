import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  pressOne: 'Press one to acknowledge.',
  heldBack: (brand: string, count: number, since: string, latest: string) =>
    `${brand}: ${count === 1 ? '1 message was' : `${count} messages were`} held back since ${since}. Latest: ${latest}`,
}

const swedish: typeof english = {
  pressOne: 'Tryck ett för att kvittera.',
  heldBack: (brand, count, since, latest) =>
    `${brand}: ${count === 1 ? '1 meddelande' : `${count} meddelanden`} hölls inne sedan ${since}. Senast: ${latest}`,
}

export const phoneTexts: Record<Language, typeof english> = { en: english, sv: swedish }
