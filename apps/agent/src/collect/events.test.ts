import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { EventLogQuery } from '@vakt/contract/agents/agent-configurations.ts'
import { problemOfPattern } from '@vakt/domain/agent-configurations/patterns.ts'
import type { LoggedEvent, ReadLog } from './logged-event.ts'
import { createJournalReader, parseJournalLine } from './read-journal.ts'
import { EventWatcher } from './watch-events.ts'

const place = mkdtempSync(join(tmpdir(), 'vakt-agent-events-'))
after(() => rmSync(place, { recursive: true, force: true }))

const entry = (count: number, more: object = {}) =>
  JSON.stringify({
    ...{ __CURSOR: `s=1;i=${count}`, __REALTIME_TIMESTAMP: String(1_763_900_000_000_000 + count), PRIORITY: '3' },
    ...{ _SYSTEMD_UNIT: 'nginx.service', SYSLOG_IDENTIFIER: 'nginx', MESSAGE: `message ${count}`, ...more },
  })
const query = (change: Partial<EventLogQuery> = {}): EventLogQuery => ({
  ...{ queryName: 'Errors', logName: 'journal', level: 'error', regexString: '', eventID: null, sourceRegexString: '', ...change },
})

test('an entry of the journal is read with its unit, its level and its text, also where that is not UTF-8', () => {
  const { event } = parseJournalLine(entry(1, { MESSAGE: 'one\ntwo', PRIORITY: '2' })) ?? assert.fail()
  assert.deepEqual([event.level, event.source, event.text, event.eventId], ['critical', 'nginx.service', 'one\ntwo', null])
  const bytes = parseJournalLine(entry(1, { MESSAGE: [0x6b, 0xff, 0x0a, 0x6b] }))
  assert.equal(bytes?.event.text, 'k\ufffd\nk')
  assert.deepEqual(
    [null, ['first', 'second']].map((MESSAGE) => parseJournalLine(entry(1, { MESSAGE }))?.event.text),
    ['', 'first'],
  )
  assert.equal(parseJournalLine(entry(1, { _SYSTEMD_UNIT: undefined, PRIORITY: undefined }))?.event.source, 'nginx')
  assert.deepEqual(['', '{', 'null', '{}', '[]'].map(parseJournalLine), [undefined, undefined, undefined, undefined, undefined])
})

test('the journal is read from its end on, in order, by one program with fixed words', async () => {
  const journalctl = join(place, 'journalctl')
  const lines = [entry(2), entry(3)].map((line) => `printf '%s\\n' '${line}'`).join('\n')
  writeFileSync(
    journalctl,
    `#!/bin/sh\nprintf '%s|' "$@" >> ${place}/words\ncase "$*" in *gone*) echo 'Failed to seek to cursor' >&2; exit 1;; *lines=1*) printf '%s\\n' '${entry(1)}';; *)\n${lines}\n;; esac\n`,
  )
  chmodSync(journalctl, 0o755)
  const read = createJournalReader(journalctl)
  assert.deepEqual(await read('journal', 'error', undefined), { events: [], cursor: 's=1;i=1', isCut: false })
  const { events, cursor } = await read('journal', 'error', 's=1;i=1')
  assert.deepEqual([events.map(({ text }) => text), cursor], [['message 2', 'message 3'], 's=1;i=3'])
  assert.match(readFileSync(join(place, 'words'), 'utf8'), /\|--after-cursor=s=1;i=1\|--priority=3\|$/)
  await assert.rejects(read('journal', 'error', 'gone'), /Failed to seek/)
  await assert.rejects(createJournalReader('/nowhere/journalctl')('journal', 'error', undefined), /ENOENT/)
})

const eventOf = (text: string, change: Partial<LoggedEvent> = {}): LoggedEvent => ({
  ...{ at: '2026-11-23T08:15:02.000Z', level: 'error', source: 'nginx.service', eventId: null, text, ...change },
})

test('each entry counts once for the queries that it matches, also over a restart; a log that cannot be read is read from its end', async () => {
  const folder = mkdtempSync(join(place, 'watch-'))
  const asked: (string | undefined)[] = []
  let events: LoggedEvent[] = []
  const read: ReadLog = async (logName, level, cursor) => {
    asked.push(cursor)
    if (logName === 'broken') throw new Error('no such log')
    assert.equal(level, 'warning', 'the log is read once for all queries')
    return { events: cursor === undefined ? [] : events, cursor: String(Number(cursor ?? 0) + 1), isCut: false }
  }
  const queries = [
    query({ regexString: 'disk.*full' }),
    query({ queryName: 'Proxy', level: 'warning', sourceRegexString: '^nginx' }),
    query({ queryName: 'Broken', logName: 'broken' }),
  ]
  const watcher = new EventWatcher(folder, read)
  const valuesOf = async (one: EventWatcher) => (await one.watch(queries)).map(({ metric, value }) => [metric, value])
  const failed = ['vakt.check.failed', 1]
  const counted = (errors: number, proxy: number) => [['vakt.event_log.events', errors], ['vakt.event_log.events', proxy], failed]
  assert.deepEqual(await valuesOf(watcher), counted(0, 0))
  events = [eventOf('disk is\nfull', { source: 'cron' }), eventOf('disk: full', { level: 'warning' }), eventOf('disk was full')]
  assert.deepEqual(await valuesOf(watcher), counted(1, 2), 'a dot matches no line break')
  assert.deepEqual(
    watcher.recent.map(({ query: of, text }) => `${of} ${text}`),
    ['Errors disk was full', 'Proxy disk: full', 'Proxy disk was full'],
  )
  events = []
  assert.deepEqual(await valuesOf(new EventWatcher(folder, read)), counted(0, 0))
  assert.deepEqual(
    asked.filter((cursor) => cursor !== undefined),
    ['1', '2'],
  )
})

test('a query that matches all the time, or is slow, leaves the others their part of what is shown and of the time', async () => {
  const events = Array.from({ length: 1000 }, (_, index) => eventOf(index === 999 ? 'disk full' : `${'a'.repeat(5000)} ${index}`))
  const read: ReadLog = async (_, __, cursor) => ({ events: cursor ? events : [], cursor: '1', isCut: false })
  const watcher = new EventWatcher(mkdtempSync(join(place, 'fair-')), read)
  const asked = [
    query({ queryName: 'All' }),
    query({ queryName: 'Slow', regexString: '(.{0,12}a){9}c' }),
    query({ queryName: 'Disk', regexString: 'disk full' }),
  ]
  await watcher.watch(asked)
  const points = await watcher.watch(asked)
  const countOf = (of: string) =>
    points.find(({ metric, dimensions }) => metric === 'vakt.event_log.events' && dimensions.query === of)?.value
  assert.deepEqual([countOf('All'), countOf('Disk')], [1000, 1])
  const shown = Map.groupBy(watcher.recent, ({ query: of }) => of)
  assert.deepEqual([shown.get('All')?.length, shown.get('Disk')?.length], [10, 1])
})

/** Without a period, so that the engine keeps finding states that it has not seen before. */
function makeIrregularText(length: number): string {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return (state >> 9) & 1 ? 'a' : 'b'
  }
  return Array.from({ length }, next).join('')
}

test('5,000 texts of 64 kB and a pattern as slow as is allowed end within seconds, and the count says that it was cut', async () => {
  const folder = mkdtempSync(join(place, 'slow-'))
  // Without the `c` that the pattern ends with, the engine would not look at the rest.
  const event = eventOf(`c${makeIrregularText(65_535)}`)
  const events = Array.from({ length: 5000 }, () => event)
  const watcher = new EventWatcher(folder, async (_, __, cursor) => ({ events: cursor ? events : [], cursor: '1', isCut: false }))
  const slowest = 'a[ab]{200}c'
  assert.equal(problemOfPattern(slowest), null)
  const slow = [query({ regexString: slowest }), query({ queryName: 'Other', regexString: '(a+)+$' })]
  await watcher.watch(slow)
  const before = process.cpuUsage()
  const points = await watcher.watch(slow)
  const { user } = process.cpuUsage(before)
  assert.ok(points.some(({ metric, dimensions }) => metric === 'vakt.event_log.cut' && dimensions.query === 'Errors'))
  // All of them would take an hour.
  assert.ok(user < 60_000_000, `${user / 1e6} s of a processor`)
})
