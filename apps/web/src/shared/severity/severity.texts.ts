import type { Severity } from '@vakt/contract/severity.ts'
import { texts } from '#web/platform/texts.ts'

const manyInSwedish: Record<Severity, string> = { critical: 'kritiska', high: 'höga', medium: 'medel', low: 'låga' }
const oneInSwedish: Record<Severity, string> = { critical: 'kritisk', high: 'hög', medium: 'medel', low: 'låg' }

export const severityTexts = texts(
  {
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    planning: 'Planning',
    good: 'All good',
    counted: (severity: Severity, n: number) => `${n} ${severity}`,
  },
  {
    critical: 'Kritisk',
    high: 'Hög',
    medium: 'Medel',
    low: 'Låg',
    planning: 'Planering',
    good: 'Allt OK',
    counted: (severity: Severity, n: number) => `${n} ${n === 1 ? oneInSwedish[severity] : manyInSwedish[severity]}`,
  },
)
