import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { packZip } from '#server/platform/pack-zip.ts'
import { readZip } from '#server/testing/read-zip.ts'
import { type ArchiveSource, archiveEntries } from './archive-entries.ts'
import { kind } from './archive-kind.ts'
import type { ArchivedFile, ArchivedRow } from './archived-row-table.ts'

const alerts = kind('alerts', 'alert', 'Alerts', { key: 'alert_id', columns: 'alert_id name labels' })
const about = {
  customer: { id: '1001', name: 'Nordan' },
  askedBy: 'Karin',
  askedAt: '2026-11-27T12:00:00.000Z',
  startedAt: '2026-11-27T12:00:01.000Z',
}
const now = new Date('2026-11-27T12:30:00.000Z')

const sourceOf = (rows: ArchivedRow[], files: (ArchivedFile & { content: Buffer | null })[] = []): ArchiveSource => ({
  readPage: async (_, after) => {
    const from = Number(after?.[0] ?? 0)
    return { rows: rows.slice(from, from + 2), next: from + 2 < rows.length ? [String(from + 2)] : null }
  },
  countFiles: async () => files.length,
  readFiles: async (after) => (after === null ? files : []),
  readContent: async (id) => files.find(({ attachmentId }) => attachmentId === id)?.content ?? null,
})

const pack = (source: ArchiveSource) => packZip(archiveEntries(source, about, [alerts], { now: () => now, onFile: async () => {} }), now)

async function archiveOf(source: ArchiveSource) {
  const pieces: Buffer[] = []
  for await (const piece of pack(source)) pieces.push(piece)
  return readZip(Buffer.concat(pieces))
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? assert.fail(`there is no ${name}`)
const fileOf = (attachmentId: string, fileName: string) => ({
  attachmentId,
  ticketId: '10001',
  fileName,
  contentType: 'text/plain',
  content: Buffer.from(fileName),
})

test('each kind is there as CSV, whose formulas do not run, and as JSON, which has what was written', async () => {
  const rows = ['=1+1', 'Kök "å" 🚨', 'a,b\n-2'].map((name, id) => ({ alertId: String(id), name, labels: { team: name } }))
  const files = await archiveOf(sourceOf(rows))
  assert.deepEqual(JSON.parse(textOf(files, 'alerts.json')), rows)
  const lines = parse(textOf(files, 'alerts.csv'), { bom: true }) as string[][]
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2)),
    [
      ['alertId', 'name'],
      ['0', "'=1+1"],
      ['1', 'Kök "å" 🚨'],
      ['2', "a,b\n'-2"],
    ],
  )
  assert.equal(lines[2]?.[2], '{"team":"Kök \\"å\\" 🚨"}')
})

test('the manifest has rows, bytes and SHA-256 of each file, and the README what each is and what is left out', async () => {
  const files = await archiveOf(sourceOf([{ alertId: '1', name: 'CPU', labels: {} }]))
  const manifest = JSON.parse(textOf(files, 'manifest.json'))
  assert.deepEqual(
    manifest.files.map(({ name, rows, bytes, sha256 }: { name: string; rows: number; bytes: number; sha256: string }) => {
      const content = files.get(name) ?? Buffer.alloc(0)
      return [name, rows, bytes === content.length, sha256 === createHash('sha256').update(content).digest('hex')]
    }),
    [
      ['alerts.csv', 1, true, true],
      ['alerts.json', 1, true, true],
    ],
  )
  const readme = textOf(files, 'README.txt')
  for (const part of [
    'Nordan (1001)',
    'Karin',
    '2026-11-27T12:30:00.000Z',
    'alerts: Alerts (1)',
    'ISO 8601',
    'NOT IN THIS ARCHIVE',
    'Values of metrics',
  ])
    assert.ok(readme.includes(part), part)
})

test('a customer without anything has files without rows', async () => {
  const files = await archiveOf(sourceOf([]))
  assert.deepEqual([...files.keys()], ['alerts.csv', 'alerts.json', 'manifest.json', 'README.txt'])
  assert.deepEqual(JSON.parse(textOf(files, 'alerts.json')), [])
  assert.equal(textOf(files, 'alerts.csv'), '\uFEFFalertId,name,labels\r\n')
})

test('attachments stay in their folder whatever they are called, and one that is lost is named', async () => {
  const names = ['../../etc/passwd', 'C:\\boot.ini', 'Kök "1" 🚨.log', 'evil\u202Egpj.exe', '..', 'a|b?.txt']
  const given = names.map((name, index) => fileOf(`id-${index}`, name))
  const files = await archiveOf(sourceOf([], [...given, { ...fileOf('id-9', 'gone.txt'), content: null }]))
  const places = [...files.keys()].filter((name) => name.startsWith('attachments/'))
  assert.deepEqual(places, [
    'attachments/10001/id-0-passwd',
    'attachments/10001/id-1-boot.ini',
    'attachments/10001/id-2-Kök _1_ 🚨.log',
    'attachments/10001/id-3-evilgpj.exe',
    'attachments/10001/id-4-file',
    'attachments/10001/id-5-a_b_.txt',
  ])
  assert.equal(textOf(files, 'attachments/10001/id-0-passwd'), '../../etc/passwd')
  assert.deepEqual(JSON.parse(textOf(files, 'manifest.json')).lost, ['attachments/10001/id-9-gone.txt'])
  assert.match(textOf(files, 'README.txt'), /LOST\r\n\r\n- attachments\/10001\/id-9-gone.txt/)
})

test('of 50,000 alerts only some are in memory at a time, however slowly the archive is taken', async () => {
  const count = 50_000
  const randomBytesOfRow = 300
  let read = 0
  const source: ArchiveSource = {
    ...sourceOf([]),
    readPage: async (_, after) => {
      const from = Number(after?.[0] ?? 0)
      read += 200
      // What does not compress: each row that left is at least so many bytes of the archive.
      const page = randomBytes(200 * randomBytesOfRow).toString('base64')
      const rows = Array.from({ length: 200 }, (_row, index) => ({
        alertId: String(from + index),
        name: page.slice(index * 400, (index + 1) * 400),
        labels: null,
      }))
      return { rows, next: from + 200 < count ? [String(from + 200)] : null }
    },
  }
  let [bytes, most] = [0, 0]
  for await (const piece of pack(source)) {
    bytes += piece.length
    most = Math.max(most, read - bytes / randomBytesOfRow)
  }
  assert.equal(read, 2 * count)
  assert.ok(bytes > 2 * count * randomBytesOfRow)
  assert.ok(most < 5000, `${most} rows were read and not yet taken`)
})

test('who stops taking the archive ends its reading', async () => {
  let ended = false
  const source: ArchiveSource = {
    ...sourceOf([]),
    async readPage() {
      const name = randomBytes(60_000).toString('base64')
      return { rows: [{ alertId: '1', name, labels: null }], next: ['1'] }
    },
  }
  async function* entries() {
    try {
      yield* archiveEntries(source, about, [alerts], { now: () => now, onFile: async () => {} })
    } finally {
      ended = true
    }
  }
  for await (const piece of packZip(entries(), now)) {
    assert.ok(piece.length > 0)
    break
  }
  assert.ok(ended)
})

test('a page that cannot be read fails the archive', async () => {
  const source: ArchiveSource = { ...sourceOf([]), readPage: () => Promise.reject(new Error('The database is gone.')) }
  await assert.rejects(archiveOf(source), /The database is gone/)
})
