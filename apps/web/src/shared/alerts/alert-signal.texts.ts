import { texts } from '#web/platform/texts.ts'

export const alertSignalTexts = texts(
  {
    show: 'Show the signal',
    hide: 'Hide the signal',
    title: 'Signal as the source sent it',
    gone: 'The signal is no longer kept: signals are removed after 30 days.',
    failed: 'Could not load the signal. Close it and open it again.',
    loading: 'Loading…',
  },
  {
    show: 'Visa signalen',
    hide: 'Dölj signalen',
    title: 'Signalen som källan skickade den',
    gone: 'Signalen finns inte kvar: signaler tas bort efter 30 dagar.',
    failed: 'Det gick inte att hämta signalen. Stäng den och öppna den igen.',
    loading: 'Laddar…',
  },
)
