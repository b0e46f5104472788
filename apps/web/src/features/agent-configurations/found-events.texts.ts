import { texts } from '#web/platform/texts.ts'

export const foundEventsTexts = texts(
  {
    title: 'Last entries that matched',
    levels: { verbose: 'Verbose', information: 'Information', warning: 'Warning', error: 'Error', critical: 'Critical' },
  },
  {
    title: 'Senaste poster som matchade',
    levels: { verbose: 'Utförlig', information: 'Information', warning: 'Varning', error: 'Fel', critical: 'Kritisk' },
  },
)
