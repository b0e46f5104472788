import { texts } from '#web/platform/texts.ts'

export const timeFilterTexts = texts(
  {
    ...{ opened: 'Opened', acknowledgedAt: 'Acknowledged', resolvedAt: 'Resolved', ongoing: 'Open at some time' },
    ...{ over: 'Lasted', rule: 'Rule' },
    within: (minutes: number) => `Less than ${minutes} min`,
  },
  {
    ...{ opened: 'Öppnad', acknowledgedAt: 'Kvitterad', resolvedAt: 'Löst', ongoing: 'Öppen någon gång' },
    ...{ over: 'Varaktighet', rule: 'Regel' },
    within: (minutes) => `Mindre än ${minutes} min`,
  },
)
