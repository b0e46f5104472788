import { lookAheadDays } from '@vakt/contract/on-call/on-call.ts'
import { texts } from '#web/platform/texts.ts'

/** Who is on call, wherever it is said. */
export const onCallNowTexts = texts(
  {
    onCall: 'On call',
    onCallOf: (schedule: string) => `On call, ${schedule}:`,
    onCallNow: 'On call:',
    until: (time: string) => `until ${time}`,
    openEnded: `no handover in the next ${lookAheadDays} days`,
    thenNext: (name: string) => `then ${name}`,
    noOne: 'No one is on call',
    rests: (time: string) => `outside its hours until ${time}`,
  },
  {
    onCall: 'Jour',
    onCallOf: (schedule: string) => `Jour, ${schedule}:`,
    onCallNow: 'Jour:',
    until: (time: string) => `till ${time}`,
    openEnded: `ingen överlämning de närmaste ${lookAheadDays} dagarna`,
    thenNext: (name: string) => `sedan ${name}`,
    noOne: 'Ingen har jour',
    rests: (time: string) => `schemat gäller inte förrän ${time}`,
  },
)
