import assert from 'node:assert/strict'
import test from 'node:test'
import { buildPageView } from './page-views.ts'

const now = Date.UTC(2026, 10, 21, 12)

test('a page view for OpenTelemetry is one log record with the route and nothing of the user', () => {
  const view = buildPageView({ kind: 'otlp', url: 'https://collector.example/v1/logs' }, '/tickets/$customerId', now)
  const attributes = [
    { key: 'event.name', value: { stringValue: 'vakt.page_view' } },
    { key: 'url.template', value: { stringValue: '/tickets/$customerId' } },
  ]
  const record = {
    timeUnixNano: '1795262400000000000',
    severityNumber: 9,
    eventName: 'vakt.page_view',
    body: { stringValue: 'page view' },
    attributes,
  }
  assert.deepEqual(view, {
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'vakt-web' } }] },
        scopeLogs: [{ scope: { name: 'vakt.page-views' }, logRecords: [record] }],
      },
    ],
  })
})

test('a page view for Application Insights carries the key and the route', () => {
  const reports = { kind: 'application-insights', url: 'https://in.example/v2/track', key: 'the-key' } as const
  assert.deepEqual(buildPageView(reports, '/dashboard', now), [
    {
      name: 'Microsoft.ApplicationInsights.PageviewData',
      time: '2026-11-21T12:00:00.000Z',
      iKey: 'the-key',
      tags: { 'ai.cloud.role': 'vakt-web', 'ai.operation.name': '/dashboard' },
      data: { baseType: 'PageviewData', baseData: { ver: 2, name: '/dashboard' } },
    },
  ])
})
