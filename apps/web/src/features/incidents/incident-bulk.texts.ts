import { texts } from '#web/platform/texts.ts'

const en = new Intl.NumberFormat('en-GB')
const sv = new Intl.NumberFormat('sv-SE')

export const incidentBulkTexts = texts(
  {
    assign: 'Assign…',
    assignee: 'Assignee',
    acknowledged: (count: number) => (count === 1 ? '1 incident is acknowledged.' : `${en.format(count)} incidents are acknowledged.`),
    assigned: (count: number) => (count === 1 ? 'The incident is reassigned.' : `${en.format(count)} incidents are reassigned.`),
  },
  {
    assign: 'Tilldela…',
    assignee: 'Handläggare',
    acknowledged: (count: number) => (count === 1 ? '1 incident är kvitterad.' : `${sv.format(count)} incidenter är kvitterade.`),
    assigned: (count: number) =>
      count === 1 ? '1 incident har fått ny handläggare.' : `${sv.format(count)} incidenter har fått ny handläggare.`,
  },
)
