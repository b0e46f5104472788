import { texts } from '#web/platform/texts.ts'

export const metricTrendTexts = texts(
  {
    trend: (metric: string) => `${metric}, last 6 hours`,
    ofSeveral: (count: number) => `highest of ${count}`,
    column: (metric: string) => `Metric: ${metric}`,
    infinite: 'infinite',
    failed: 'Not available right now',
  },
  {
    trend: (metric: string) => `${metric}, senaste 6 timmarna`,
    ofSeveral: (count: number) => `högst av ${count}`,
    column: (metric: string) => `Mått: ${metric}`,
    infinite: 'oändligt',
    failed: 'Går inte att hämta just nu',
  },
)
