import { texts } from '#web/platform/texts.ts'

export const noMetricsTexts = texts(
  {
    noMetrics: 'No metrics yet',
    noMetricsOn: (name: string) => `No metrics from ${name} yet`,
    noMetricsText:
      'A rule watches a metric. Metrics are sent with Prometheus, OpenTelemetry or the agent, and can be chosen here a few minutes after the first value. Your provider connects them.',
    noMetricsStaff:
      'A rule watches a metric. Create a monitoring source for Prometheus or OpenTelemetry and use its token in the sender, or install the agent. Metrics can be chosen here a few minutes after the first value.',
    toSources: 'Go to monitoring sources',
    forOthers: 'Create a rule for other resources',
    askProvider: 'Create a ticket',
  },
  {
    noMetrics: 'Inga mätvärden än',
    noMetricsOn: (name: string) => `Inga mätvärden från ${name} än`,
    noMetricsText:
      'En larmregel bevakar ett mått. Mätvärden skickas med Prometheus, OpenTelemetry eller agenten och går att välja här några minuter efter det första värdet. Er leverantör ansluter dem.',
    noMetricsStaff:
      'En larmregel bevakar ett mått. Skapa en övervakningskälla för Prometheus eller OpenTelemetry och använd dess nyckel i avsändaren, eller installera agenten. Måtten går att välja här några minuter efter det första värdet.',
    toSources: 'Gå till övervakningskällor',
    forOthers: 'Skapa en larmregel för andra resurser',
    askProvider: 'Skapa ett ärende',
  },
)
