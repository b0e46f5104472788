import { texts } from '#web/platform/texts.ts'

/** What registered time is called by its kind; apart from the form, since the history of a ticket says it too. */
export const hourKindTexts = texts(
  {
    billable: 'Billable',
    nonBillable: 'Not billable',
    normal: 'Normal',
    overtime: 'Overtime',
    double_overtime: 'Double overtime',
    unknown: 'Unknown',
  },
  {
    billable: 'Debiterbar',
    nonBillable: 'Ej debiterbar',
    normal: 'Normal',
    overtime: 'Övertid',
    double_overtime: 'Dubbel övertid',
    unknown: 'Okänd',
  },
)
