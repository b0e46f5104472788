import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import type { Machine } from '#agent/machine.ts'
import { collect, UrlSchedule } from './collect.ts'
import { listServices } from './list-services.ts'
import { ServiceMemory } from './remember-services.ts'
import { EventWatcher } from './watch-events.ts'

const url = { name: 'Shop', url: 'https://shop.example', httpMethod: 'GET' as const, responseBodyShouldContainRegex: '' }
const folder = () => mkdtempSync(join(tmpdir(), 'vakt-agent-'))
const start = Date.parse('2026-11-26T12:00:00Z')

test('an address is checked once in each span of its interval, although reports drift through the minutes', () => {
  const schedule = new UrlSchedule()
  const urls = [1, 5, 60].map((intervalInMinutes) => ({ ...url, intervalInMinutes }))
  const counts = new Map<number, number>()
  const spans = new Set<number>()
  // A report takes 63 s, so that every twentieth minute has none.
  for (let at = start; at < start + 6 * 3_600_000; at += 63_000)
    for (const { intervalInMinutes } of schedule.takeDue(urls, new Date(at))) {
      counts.set(intervalInMinutes, (counts.get(intervalInMinutes) ?? 0) + 1)
      if (intervalInMinutes === 5) spans.add(Math.floor(at / 300_000))
    }
  assert.deepEqual([counts.get(5), spans.size, counts.get(60)], [72, 72, 6])
  assert.equal(counts.get(1), 343)
})

test('an address is checked at once when the agent starts or its check is changed, and not again before its interval', () => {
  const schedule = new UrlSchedule()
  const at = (minutes: number, changed = {}) =>
    schedule.takeDue([{ ...url, intervalInMinutes: 1440, ...changed }], new Date(start + minutes * 60_000)).length
  assert.deepEqual([at(7), at(8), at(9, { httpMethod: 'HEAD' }), at(10, { httpMethod: 'HEAD' })], [1, 0, 1, 0])
})

test('a report of more points than it may hold says that some are left out', async () => {
  const services = Array.from({ length: 6000 }, (_, index) => ({ name: `s${index}`, state: 'running' as const }))
  const machine: Machine = {
    ...{ platform: 'linux', identifyingTexts: async () => [], measure: async () => [], listServices: async () => services },
    ...{ listSites: async () => null, readLog: async () => assert.fail(), problemOfQuery: () => null, actions: {} },
  }
  const events = new EventWatcher(folder(), machine.readLog)
  const content = { ...emptyConfiguration, monitoredServices: ['.'] }
  const watched = { machine, events, serviceMemory: new ServiceMemory(folder()), urlSchedule: new UrlSchedule(), now: new Date(start) }
  const { points } = await collect(watched, content)
  assert.equal(points.length, 5000)
  assert.deepEqual(points.at(-1)?.dimensions, { check: 'measurements' })
})

/** As systemd: the pattern finds what is in memory, and a name also what is only on disk. */
function createSystemctl(place: string) {
  const file = join(place, 'systemctl')
  writeFileSync(
    file,
    `#!/bin/sh
for unit in "$@"; do
  case $unit in
    '*.service') cat '${place}/memory' ;;
    *.service) cat "${place}/$unit" 2>/dev/null || printf 'Id=%s\\nActiveState=inactive\\nLoadState=not-found\\nUnitFileState=\\n\\n' "$unit" ;;
  esac
done
`,
  )
  chmodSync(file, 0o755)
  const unit = (name: string, active: string, fileState: string) =>
    `Id=${name}.service\nActiveState=${active}\nLoadState=loaded\nUnitFileState=${fileState}\n\n`
  const inMemory = (...units: string[]) => writeFileSync(join(place, 'memory'), units.join(''))
  const onDisk = (name: string, text: string) => writeFileSync(join(place, `${name}.service`), text)
  return { file, unit, inMemory, onDisk }
}

test('a service that is stopped and disabled is measured as stopped, until no pattern names it or its unit is gone for a day', async () => {
  const [place, state] = [folder(), folder()]
  const { file, unit, inMemory, onDisk } = createSystemctl(place)
  const stopped = unit('nginx', 'inactive', 'disabled')
  inMemory(unit('nginx', 'active', 'enabled'), unit('ngrok', 'active', 'transient'), unit('nglogin@7', 'active', 'static'))
  onDisk('nginx', unit('nginx', 'active', 'enabled'))
  let serviceMemory = new ServiceMemory(state)
  const measure = async (hours: number, pattern = '^ng') => {
    const machine = {
      ...{ platform: 'linux', identifyingTexts: async () => [], measure: async () => [], readLog: async () => assert.fail() },
      ...{ listServices: (names) => listServices(file, names), listSites: async () => null, problemOfQuery: () => null, actions: {} },
    } satisfies Machine as Machine
    const events = new EventWatcher(folder(), machine.readLog)
    const now = new Date(start + hours * 3_600_000)
    const content = { ...emptyConfiguration, monitoredServices: [pattern] }
    const { points, found } = await collect({ machine, events, serviceMemory, urlSchedule: new UrlSchedule(), now }, content)
    for (const service of found.services) assert.deepEqual(Object.keys(service), ['name', 'state'])
    return Object.fromEntries(points.map(({ dimensions, value }) => [dimensions.service, value]))
  }
  assert.deepEqual(await measure(0), { nginx: 1, ngrok: 1, 'nglogin@7': 1 })
  assert.deepEqual(await measure(1), { nginx: 1, ngrok: 1, 'nglogin@7': 1 })
  inMemory()
  onDisk('nginx', stopped)
  assert.deepEqual(await measure(2), { nginx: 0 })
  serviceMemory = new ServiceMemory(state)
  assert.deepEqual(await measure(3), { nginx: 0 }, 'after a restart of the agent')
  // Its package is replaced, and is there again.
  onDisk('nginx', '')
  assert.deepEqual(await measure(4), {})
  onDisk('nginx', stopped)
  assert.deepEqual(await measure(20), { nginx: 0 })
  assert.deepEqual([await measure(21, '^other'), await measure(22)], [{}, {}])
  inMemory(unit('nginx', 'active', 'enabled'))
  await measure(23)
  inMemory()
  onDisk('nginx', '')
  assert.deepEqual([await measure(24), await measure(49), serviceMemory.names], [{}, {}, []])
})

test('as many services are asked for by name as fit, and a name that systemd does not take hinders no other', async () => {
  const memory = new ServiceMemory(folder())
  const services = Array.from({ length: 700 }, (_, index) => ({ name: `s${index}`, state: 'running' as const, isLasting: true }))
  memory.note(services, { ...emptyConfiguration, monitoredServices: ['.'] }, new Date(start))
  assert.equal(memory.names.length, 500)
  const file = join(folder(), 'systemctl')
  writeFileSync(file, `#!/bin/sh\ncase "$*" in *wrong*) exit 1 ;; esac\nprintf 'Id=a.service\\nActiveState=active\\nLoadState=loaded\\n'\n`)
  chmodSync(file, 0o755)
  assert.deepEqual(await listServices(file, ['wrong name']), [{ name: 'a', state: 'running' }])
})
