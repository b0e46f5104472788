import { texts } from '#web/platform/texts.ts'

export const trendTexts = texts(
  {
    day: 'Day',
    today: 'Today',
    opened: (n: number) => (n === 1 ? '1 incident' : `${n.toLocaleString('en-GB')} incidents`),
    more: (n: number) => `${n.toLocaleString('en-GB')} more than in the 30 days before`,
    fewer: (n: number) => `${n.toLocaleString('en-GB')} fewer than in the 30 days before`,
    same: 'as many as in the 30 days before',
    toAcknowledge: 'Time to acknowledge',
    toResolve: 'Time to resolve',
    median: 'Median',
    before: (time: string) => `${time} before`,
  },
  {
    day: 'Dag',
    today: 'I dag',
    opened: (n: number) => (n === 1 ? '1 incident' : `${n.toLocaleString('sv-SE')} incidenter`),
    more: (n: number) => `${n.toLocaleString('sv-SE')} fler än de 30 dagarna innan`,
    fewer: (n: number) => `${n.toLocaleString('sv-SE')} färre än de 30 dagarna innan`,
    same: 'lika många som de 30 dagarna innan',
    toAcknowledge: 'Tid till kvittering',
    toResolve: 'Tid till lösning',
    median: 'Median',
    before: (time: string) => `${time} innan`,
  },
)
