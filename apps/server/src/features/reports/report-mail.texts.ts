import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  attached: 'The whole report is attached as a PDF.',
  open: 'Open the report',
  why: 'You get this email once a month. Unsubscribe on the Reports page.',
}

const swedish: typeof english = {
  attached: 'Hela rapporten är bifogad som PDF.',
  open: 'Öppna rapporten',
  why: 'Du får det här mejlet en gång i månaden. Avsluta prenumerationen på sidan Rapporter.',
}

export const reportMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
