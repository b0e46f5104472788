import { texts } from '#web/platform/texts.ts'

export const areaTexts = texts(
  {
    infrastructure: 'Infrastructure',
    security: 'Security',
    workplace: 'Workplace',
    database: 'Database',
    'office 365': 'Office 365',
    other: 'Other',
    feedback: 'Feedback',
  },
  {
    infrastructure: 'Infrastruktur',
    security: 'Säkerhet',
    workplace: 'Arbetsplats',
    database: 'Databas',
    'office 365': 'Office 365',
    other: 'Övrigt',
    feedback: 'Feedback',
  },
)
