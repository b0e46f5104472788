import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { checkFolder, fitsMask } from './collect/check-folder.ts'
import { checkUrl } from './collect/check-url.ts'
import { findMonitored, tryConfiguration } from './collect/collect.ts'
import { parseSystemctl } from './collect/list-services.ts'
import { createMachineMetrics, parseMounts, parseNetwork } from './collect/machine-metrics.ts'
import { ConfigurationKeeper } from './keep-configuration.ts'
import { createLinuxMachine } from './linux-machine.ts'
import { Spool } from './spool.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'vakt-agent-'))
const start = Date.parse('2026-11-23T12:00:00Z')
const measuredAt = (count: number) => ({
  at: new Date(start + count * 60_000).toISOString(),
  points: [{ metric: 'm', unit: null, dimensions: { filling: 'x'.repeat(60) }, value: count }],
})
const valuesOf = (spool: Spool) => spool.oldest(100, 1_000_000).measurements.map(({ points }) => points[0]?.value)

test('unsent measurements are kept over a restart within bytes and hours, and what is dropped is counted', () => {
  const place = folder()
  const spool = new Spool(place, 1200)
  for (let count = 0; count < 30; count += 1) spool.put(measuredAt(count))
  const kept = valuesOf(spool)
  assert.equal(spool.lost + kept.length, 30)
  assert.ok(kept.length >= 5 && kept.length < 12)
  assert.equal(kept.at(-1), 29)
  // What was dropped is told to the server, also after a restart.
  const again = new Spool(place, 1200)
  assert.equal(again.lost, spool.lost)
  again.toldLost(again.lost)
  assert.deepEqual([again.lost, new Spool(place, 1200).lost], [0, 0])
  writeFileSync(join(place, `${'0'.repeat(15)}.json`), '{"at":')
  assert.deepEqual(valuesOf(new Spool(place, 1200)), kept)
  spool.removeOldest(kept.length)
  assert.deepEqual(valuesOf(spool), [])
  for (const count of [0, 1439, 1441]) spool.put(measuredAt(count))
  assert.deepEqual(valuesOf(spool), [1439, 1441])
})

test('a configuration that cannot be tried, or that the agent does not survive, is given up and not tried again', async () => {
  const place = folder()
  const version = (number: number, ...monitoredServices: string[]) => ({
    version: number,
    content: { ...emptyConfiguration, monitoredServices },
  })
  const well = async () => {}
  const badly = () => Promise.reject(new Error('no such thing'))
  const keeper = new ConfigurationKeeper(place)
  await keeper.apply(version(1, 'a'), well)
  keeper.confirm()
  await keeper.apply(version(2, 'b'), badly)
  assert.deepEqual(keeper.state, { appliedVersion: 1, failed: { version: 2, problem: 'no such thing' } })
  await keeper.apply(version(2, 'b'), well)
  assert.equal(keeper.state.appliedVersion, 1)

  await keeper.apply(version(3, 'c'), well)
  assert.equal(new ConfigurationKeeper(place).state.appliedVersion, 3)
  const afterSecondEnd = new ConfigurationKeeper(place)
  assert.deepEqual([afterSecondEnd.state.appliedVersion, afterSecondEnd.state.failed?.version], [1, 3])
  assert.deepEqual(afterSecondEnd.content.monitoredServices, ['a'])
  await afterSecondEnd.apply(version(4, 'd'), well)
  assert.deepEqual(new ConfigurationKeeper(place).content.monitoredServices, ['d'])
})

test('a configuration that this machine cannot carry out is refused with the reason', async () => {
  const nowhere = await createLinuxMachine({ systemctl: '/nowhere/systemctl', journalctl: '/nowhere/journalctl' })
  const asks = (change: object) => tryConfiguration({ ...emptyConfiguration, ...change }, nowhere)
  await assert.rejects(asks({ monitoredServices: ['x'] }), /cannot be listed/)
  const query = { queryName: 'Q', logName: 'journal', level: 'error', regexString: '', eventID: null, sourceRegexString: '' }
  await assert.rejects(asks({ eventLogQueries: [query] }), /journal cannot be read/)
  await assert.rejects(asks({ eventLogQueries: [{ ...query, logName: 'Application' }] }), /on Linux the log is journal/)
  await assert.rejects(asks({ eventLogQueries: [{ ...query, eventID: 7 }] }), /no event ID/)
  await asks({})
})

test('services are read from what systemd says of 10,000 units', () => {
  const unit = (name: string, state: string, load = 'loaded') => `Id=${name}.service\nActiveState=${state}\nLoadState=${load}`
  const text = [unit('nginx', 'active'), unit('cron', 'failed'), unit('gone', 'inactive', 'not-found'), unit('db', 'activating')]
  assert.deepEqual(parseSystemctl(`${text.join('\n\n')}\n`), [
    { name: 'nginx', state: 'running' },
    { name: 'cron', state: 'stopped' },
    { name: 'db', state: 'other' },
  ])
  const many = Array.from({ length: 10_000 }, (_, index) => unit(`s${index}`, 'active')).join('\n\n')
  assert.equal(parseSystemctl(many).length, 10_000)
})

test('the machine is measured, by what the kernel says', async () => {
  assert.deepEqual(parseMounts('/dev/sda1 / ext4 rw\nproc /proc proc rw\n/dev/sdb1 /my\\040data xfs rw\n/dev/loop0 /snap squashfs ro'), [
    '/',
    '/my data',
  ])
  const counters = '  lo: 9 0 0 0 0 0 0 0 9 0\neth0: 100 1 0 0 0 0 0 0 40 1 0\neth1: 5 1 0 0 0 0 0 0 2 1 0\n'
  assert.deepEqual(parseNetwork(`Inter-| Receive\n face |bytes\n${counters}`), { received: 105, sent: 42 })
  const points = await (await createMachineMetrics())()
  for (const { metric, value } of points) assert.ok(Number.isFinite(value) && value >= 0, metric)
  assert.ok(points.some(({ metric, dimensions }) => metric === 'system.filesystem.utilization' && dimensions.mountpoint === '/'))
})

test('files are counted by mask, links are passed over, and no mask takes long', async () => {
  const place = folder()
  for (const name of ['a.xml', 'b.xml', 'c.txt']) writeFileSync(join(place, name), 'abc')
  symlinkSync(join(place, 'a.xml'), join(place, 'd.xml'))
  const points = await checkFolder({ folderPath: place, fileMask: '*.xml' }, new Date(Date.now() + 60_000))
  assert.deepEqual(
    points.slice(0, 2).map(({ value }) => value),
    [2, 6],
  )
  assert.ok((points[2]?.value ?? 0) >= 59)
  assert.deepEqual([fitsMask('aab', 'a*b'), fitsMask('ab', 'a?b'), fitsMask('x', '*'), fitsMask('', '?')], [true, false, true, false])
  const began = performance.now()
  assert.equal(fitsMask('a'.repeat(255), `${'*a'.repeat(99)}b`), false)
  assert.ok(performance.now() - began < 100)
})

test('an address is up when it answers as it should; one that is slow, endless or leads elsewhere ends', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/slow') return
    if (request.url === '/begun') return response.write('all well')
    if (request.url === '/elsewhere') return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    if (request.url === '/wrong') return response.writeHead(500).end('all well')
    if (request.url !== '/endless') return response.end('all well')
    const more = () => {
      while (response.write('x'.repeat(100_000))) {
        // Until the other side is full.
      }
    }
    response.on('drain', more).on('error', () => {})
    return more()
  }).listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const isUp = async (path: string, pattern = '', timeoutMs = 10_000) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const check = { name: path, url, httpMethod: 'GET' as const, responseBodyShouldContainRegex: pattern, intervalInMinutes: 1 }
    return (await checkUrl(check, timeoutMs))[0]?.value === 1
  }
  assert.deepEqual([await isUp('/'), await isUp('/', 'all w.ll'), await isUp('/', 'broken')], [true, true, false])
  assert.deepEqual([await isUp('/wrong'), await isUp('/endless', 'y')], [false, false])
  assert.deepEqual([await isUp('/slow', '', 300), await isUp('/begun', '', 300)], [false, false])
  // It answers, and where it leads is not asked: nothing listens there.
  assert.equal(await isUp('/elsewhere'), true)
})

test('of a large folder as much is read as the limits say, and the figures are called lower bounds', async () => {
  const place = folder()
  for (let count = 0; count < 30; count += 1) writeFileSync(join(place, `${count}.xml`), 'abc')
  const read = async (bounds: object) => {
    const all = { entries: 1000, sizes: 1000, sizeMilliseconds: 60_000, milliseconds: 60_000, ...bounds }
    const points = await checkFolder({ folderPath: place, fileMask: '*' }, new Date(), all)
    return points.filter(({ metric }) => metric !== 'vakt.folder.oldest_age').map(({ value }) => value)
  }
  assert.deepEqual(await read({}), [30, 90])
  assert.deepEqual(await read({ sizes: 10 }), [30, 30, 1])
  assert.deepEqual(await read({ entries: 20 }), [20, 60, 1])
  assert.equal((await read({ milliseconds: -1 })).at(-1), 1)
  assert.deepEqual(await read({ sizeMilliseconds: -1 }), [30, 0, 1], 'where sizes take too long, files are counted all the same')
})

/** `FOLDER_FILES=1000000` for as many as are counted at most. */
const filesInFolder = Number(process.env.FOLDER_FILES ?? 5000)

test('the names of a large folder are read in parts, between which the agent does other work', async () => {
  const place = folder()
  for (let count = 0; count < filesInFolder; count += 1) closeSync(openSync(join(place, `${count}.xml`), 'w'))
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const bounds = { entries: 1_000_000, sizes: 0, sizeMilliseconds: 0, milliseconds: 120_000 }
  const [files] = await checkFolder({ folderPath: place, fileMask: '*.xml' }, new Date(), bounds)
  clearImmediate(next)
  assert.equal(files?.value, filesInFolder)
  assert.ok(turns >= 4, `${turns} turns`)
})

test('10,000 services and the slowest pattern that is allowed end in time, and the configuration is refused', () => {
  const services = Array.from({ length: 10_000 }, (_, index) => ({ name: `${'a'.repeat(250)}${index}`, state: 'running' as const }))
  const with20 = (pattern: string) => ({ ...emptyConfiguration, monitoredServices: Array.from({ length: 20 }, () => pattern) })
  assert.equal(findMonitored(services, with20('^a+9$'), 600_000).length > 0, true)
  assert.throws(() => findMonitored(services, with20('(.{0,12}a){9}c'), 50), /need too long/)
})
