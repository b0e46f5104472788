import type { PageViewReports } from '@vakt/contract/users/session.ts'

type Value = { stringValue: string }
const attribute = (key: string, stringValue: string): { key: string; value: Value } => ({ key, value: { stringValue } })

/** One log record by the protocol of OpenTelemetry over HTTP, as JSON. */
function toOtlp(route: string, now: number) {
  const record = {
    timeUnixNano: `${now}000000`,
    severityNumber: 9,
    eventName: 'vakt.page_view',
    body: { stringValue: 'page view' },
    attributes: [attribute('event.name', 'vakt.page_view'), attribute('url.template', route)],
  }
  const scopeLogs = [{ scope: { name: 'vakt.page-views' }, logRecords: [record] }]
  return { resourceLogs: [{ resource: { attributes: [attribute('service.name', 'vakt-web')] }, scopeLogs }] }
}

function toApplicationInsights(route: string, now: number, key = '') {
  return [
    {
      name: 'Microsoft.ApplicationInsights.PageviewData',
      time: new Date(now).toISOString(),
      iKey: key,
      tags: { 'ai.cloud.role': 'vakt-web', 'ai.operation.name': route },
      data: { baseType: 'PageviewData', baseData: { ver: 2, name: route } },
    },
  ]
}

/** The route as it is declared, `/tickets/$customerId`: neither the address nor the user is told. */
export const buildPageView = ({ kind, key }: PageViewReports, route: string, now: number): object =>
  kind === 'otlp' ? toOtlp(route, now) : toApplicationInsights(route, now, key)

/** Reports that a screen was opened; what happens to the report does not matter here. */
export function reportPageView(reports: PageViewReports, route: string): void {
  void fetch(reports.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildPageView(reports, route, Date.now())),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {})
}
