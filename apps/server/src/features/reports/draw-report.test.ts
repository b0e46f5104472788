import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { documentOf } from '@vakt/domain/reports/report-document.ts'
import sharp from 'sharp'
import { readPdf } from '#server/testing/read-pdf.ts'
import { createReportDrawer, makeReportPdf } from './make-report-pdf.ts'

const counts = (critical: number) => ({ critical, high: 1, medium: 0, low: 0 })
const figures: Report['figures'] = {
  incidents: { opened: 51_234, bySeverity: counts(7), minutesToAcknowledge: 12, minutesToResolve: null },
  tickets: {
    ...{ created: 12, byType: { request: 5, change: 2, incident: 5 }, met: 6, missed: 4 },
    byStatus: { new: 1, in_progress: 2, waiting_for_customer: 0, resolved: 4, closed: 5 },
  },
  windows: { occurrences: 3, held: 12 },
  hours: null,
  cloudOps: { amountMinor: 1_234_500, currency: 'SEK' },
  inventory: { resources: 500, added: 3, gone: 1, returned: 0, changed: 12 },
  agents: { machines: 40, silent: 2, silentMinutes: 61 },
}
const report: Report = {
  ...{ period: '2028-02', previous: '2028-01', group: [] },
  ...{ timeZone: 'Europe/Stockholm', from: '2028-01-31T23:00:00.000Z', to: '2028-02-29T23:00:00.000Z', isOver: true },
  ...{
    frozenAt: '2028-03-01T00:10:00.000Z',
    figures,
    before: figures,
    days: Array.from({ length: 29 }, (_, index) => ({ date: `2028-02-${String(index + 1).padStart(2, '0')}`, counts: counts(2) })),
  },
  rules: [
    { rule: 'חומה', opened: 9, critical: 1, short: 8 },
    { rule: `Disk ${'x'.repeat(195)}`, opened: 3, critical: 0, short: 0 },
    { rule: 'Łódź Ελλάδα Москва 漢字 =1+1', opened: 3, critical: 0, short: 0 },
  ],
  tagKeys: ['application', 'environment'],
  groups: [{ values: ['חנות', null], resources: 9, incidents: 3, critical: 1, minutesDown: 61, withWindows: 0.999, withoutWindows: null }],
  groupCount: 1,
  applications: [
    { values: ['=cmd|calc'], resources: 9, incidents: 3, critical: 1, minutesDown: 61, withWindows: 0.999, withoutWindows: 1 },
  ],
  applicationCount: 1,
  changes: [{ entityId: 'a', name: 'n'.repeat(200), type: 'vm', kind: 'added', at: '2028-02-29T22:59:00.000Z' }],
  agentVersions: [{ version: '1.4.0', machines: 40 }],
  prepaid: { bought: 2400, used: 2460, remaining: -60 },
  availability: {
    ...{ resources: 500, affected: 100, withWindows: 0.9962, withoutWindows: 0.9981 },
    worst: Array.from({ length: 100 }, (_, index) => ({
      ...{ entityId: String(index), name: `vm-${index}`, minutesDown: 1000 - index, minutesDownInWindows: 10 },
      ...{ withWindows: 0.99999, withoutWindows: 1 },
    })),
  },
}
const draw = (about: Report, language: 'en' | 'sv') =>
  makeReportPdf(documentOf(about, { language, customer: 'Nordan Logistik AB', provider: 'Molnvakten' }))

test('a report is a document for a board: a cover, numbered pages, each section with its table, tagged', async () => {
  const { info, pages } = await readPdf(await draw(report, 'en'))
  assert.equal(info.Title, 'Nordan Logistik AB: Monthly report, February 2028')
  assert.equal(info.Language, 'en')
  const [cover, first] = pages
  assert.match(cover?.text ?? '', /Nordan Logistik AB Monthly report, February 2028 1 February 2028 – 29 February 2028 Made by Molnvakten/)
  assert.match(
    cover?.text ?? '',
    /The 500 resources were available 99\.62% of the time.*51,234 incidents were opened, as many as the month before/,
  )
  assert.match(first?.text ?? '', /^Incidents 7 were critical.*None was resolved.*Rules that opened the most incidents.*Page 2 of \d$/)
  for (const tag of ['H2', 'Figure', 'Table', 'TH', 'TD']) assert.ok(first?.tags.includes(`"role":"${tag}"`), tag)
  const all = pages.map(({ text }) => text).join('\n')
  // A word in two fonts is in two parts.
  for (const part of ['vm-0 16 h 40 min 10 min 99.99% 100.00%', 'vm-99', '12,345.00 SEK', 'Łódź Ελλάδα Москва', '=1+1'])
    assert.ok(all.replaceAll(' ', '').includes(part.replaceAll(' ', '')), part)
  assert.ok(/(ח ?ו ?מ ?ה|ה ?מ ?ו ?ח)/.test(all), 'letters that are written from the right')
  for (const title of ['Incidents opened each day Day Critical', 'Latest changes Resource Change'])
    assert.ok(all.replace(/\s+/g, ' ').includes(title), `${title}: the second table of a section says what it is`)
  assert.match(pages.at(-1)?.text ?? '', /Incidents opened each day Day Critical.*29 Feb 2 1 0 0/, 'the figures of the chart are last')
  // A table that is longer than a page has its head on each.
  assert.equal(all.match(/Resource Unavailable/g)?.length, pages.filter(({ text }) => /vm-\d/.test(text)).length)
})

test('a month without anything is a short document, in Swedish', async () => {
  const nothing: Report = {
    ...{ ...report, days: [], rules: [], groups: [], applications: [], changes: [], agentVersions: [], isOver: false, frozenAt: null },
    availability: { resources: 0, affected: 0, withWindows: null, withoutWindows: null, worst: [] },
  }
  const { info, pages } = await readPdf(await draw(nothing, 'sv'))
  assert.equal(info.Language, 'sv')
  assert.ok(pages.length <= 4, String(pages.length))
  assert.ok(!pages.some(({ tags }) => tags.includes('"role":"Figure"')), 'no chart of nothing')
  assert.match(pages.map(({ text }) => text).join('\n'), /Ingen regel öppnade en incident\..*Ingen resurs var otillgänglig\./s)
})

test('many at once are drawn one after another, and one too many is asked to come back', async () => {
  const cover = { ...documentOf(report, { language: 'sv', customer: 'Nordan Logistik AB', provider: 'Molnvakten' }), sections: [] }
  const wanted = await Promise.allSettled(Array.from({ length: 11 }, () => makeReportPdf(cover)))
  assert.deepEqual(wanted.map(({ status }) => status).filter((status) => status === 'rejected').length, 1)
})

test('a document of which one text needs more memory than there is ends its process alone, and the next is drawn', async () => {
  const draw = createReportDrawer({ heapMegabytes: 48, timeoutMs: 120_000, idleMs: 10 })
  const cover = { ...documentOf(report, { language: 'sv', customer: 'Nordan Logistik AB', provider: 'Molnvakten' }), sections: [] }
  await assert.rejects(draw({ ...cover, summary: 'ж'.repeat(40_000_000) }), /too-much-memory/)
  assert.equal((await draw(cover)).subarray(0, 5).toString(), '%PDF-')
})

test('the cover carries the logo of the provider as a figure with its name', async () => {
  const content = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0b6e4f' } })
    .png({ palette: true })
    .toBuffer()
  const document = documentOf(report, { language: 'en', customer: 'Nordan Logistik AB', provider: 'Molnvakten' })
  const pdf = await makeReportPdf(document, { name: 'Molnvakten', logo: { content, width: 300, height: 100 } })
  assert.match(pdf.toString('latin1'), /\/Subtype \/Image/)
  const { info, pages } = await readPdf(pdf)
  const { Creator, Producer } = info as { Creator?: string; Producer?: string }
  assert.deepEqual([Creator, Producer], ['Molnvakten', 'Molnvakten'])
  const plain = await readPdf(await makeReportPdf(document))
  assert.equal(pages.length, plain.pages.length)
})
