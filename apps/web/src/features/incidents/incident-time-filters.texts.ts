import { texts } from '#web/platform/texts.ts'

export const timeFilterTexts = texts(
  { opened: 'Opened', acknowledgedAt: 'Acknowledged', resolvedAt: 'Resolved', rule: 'Rule' },
  { opened: 'Öppnad', acknowledgedAt: 'Kvitterad', resolvedAt: 'Löst', rule: 'Regel' },
)
