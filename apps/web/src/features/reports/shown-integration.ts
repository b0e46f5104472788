import { ChartColumn } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownPowerBi: ShownKind = {
  kind: 'power-bi',
  icon: ChartColumn,
  words: texts(
    {
      title: 'Power BI',
      about: 'Shows reports of Power BI among the customer’s reports.',
      connect: '',
      why: { not_configured: 'Power BI is not configured, so the report cannot be opened.' },
      names: {},
    },
    {
      title: 'Power BI',
      about: 'Visar rapporter från Power BI bland kundens rapporter.',
      connect: '',
      why: { not_configured: 'Power BI är inte konfigurerat, så rapporten går inte att öppna.' },
      names: {},
    },
  ),
}
