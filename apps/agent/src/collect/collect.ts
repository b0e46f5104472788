import type { AgentConfigurationContent, AgentFindings, MonitoredUrl } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentPoint } from '@vakt/contract/agents/agent-protocol.ts'
import { sortServices } from '@vakt/domain/agent-configurations/patterns.ts'
import type { Machine, Service } from '#agent/machine.ts'
import { checkFolder } from './check-folder.ts'
import { checkUrl } from './check-url.ts'
import type { ServiceMemory } from './remember-services.ts'
import type { EventWatcher } from './watch-events.ts'

const mostPoints = 5000
const minuteMs = 60_000
/** Comparing names with patterns takes no longer than this; each comparison is bounded by the limits of a pattern and of a name. */
const matchBudgetMs = 2000
const namesAtOnce = 20

const failed = (check: string): AgentPoint[] => [
  { metric: 'vakt.check.failed', unit: null, dimensions: { check: check.slice(0, 300) }, value: 1 },
]
const up = (metric: string, dimension: string, { name, state }: Service): AgentPoint => ({
  ...{ metric, unit: null, dimensions: { [dimension]: name }, value: state === 'running' ? 1 : 0 },
})

export type Collected = { points: AgentPoint[]; found: AgentFindings }

/** The services that are monitored; throws where the patterns need too long for the services of this machine. */
export function findMonitored(services: readonly Service[], content: AgentConfigurationContent, budgetMs = matchBudgetMs): Service[] {
  if (content.monitoredServices.length === 0) return []
  const started = performance.now()
  const monitored: Service[] = []
  for (let first = 0; first < services.length; first += namesAtOnce) {
    if (performance.now() - started > budgetMs) throw new Error('The patterns for services need too long for the services of this machine.')
    monitored.push(...sortServices(services.slice(first, first + namesAtOnce), content).monitored)
  }
  return monitored
}

type Watched = { machine: Machine; events: EventWatcher; serviceMemory: ServiceMemory; urlSchedule: UrlSchedule; now: Date }

async function checkServices({ machine, serviceMemory, now }: Watched, content: AgentConfigurationContent) {
  const listed = await machine.listServices(serviceMemory.names).catch(() => null)
  if (listed === null) return { points: content.monitoredServices.length > 0 ? failed('services') : [], services: [] }
  const services = listed.map(({ name, state }) => ({ name, state }))
  try {
    const monitored = findMonitored(listed, content)
    serviceMemory.note(monitored, content, now)
    return { points: monitored.map((service) => up('vakt.service.up', 'service', service)), services }
  } catch {
    return { points: failed('services'), services }
  }
}

/** Every website and application pool but those that are ignored by name. */
async function checkSites(machine: Machine, { ignoredWebsites, ignoredAppPools }: AgentConfigurationContent) {
  const sites = await machine.listSites().catch(() => 'failed' as const)
  if (sites === 'failed') return { points: failed('iis'), websites: [], appPools: [] }
  const { websites, appPools } = sites ?? { websites: [], appPools: [] }
  const points = [
    ...websites.filter(({ name }) => !ignoredWebsites.includes(name)).map((site) => up('vakt.website.up', 'website', site)),
    ...appPools.filter(({ name }) => !ignoredAppPools.includes(name)).map((pool) => up('vakt.app_pool.up', 'app_pool', pool)),
  ]
  return { points, websites, appPools }
}

/**
 * Decides which addresses are due: each once in every span of its interval, and at once after a start or a change. Reports drift through the
 * minutes, so that no single minute can be counted on.
 */
export class UrlSchedule {
  #checkedSpans = new Map<string, number>()

  takeDue(urls: readonly MonitoredUrl[], now: Date): MonitoredUrl[] {
    const minute = Math.floor(now.getTime() / minuteMs)
    const spans = new Map(urls.map((url) => [JSON.stringify(url), Math.floor(minute / url.intervalInMinutes)]))
    const due = urls.filter((url) => this.#checkedSpans.get(JSON.stringify(url)) !== spans.get(JSON.stringify(url)))
    this.#checkedSpans = spans
    return due
  }
}

/** As many as a report may hold. What is left out is said by a check that failed. */
const limitPoints = (points: AgentPoint[]): AgentPoint[] =>
  points.length > mostPoints ? [...points.slice(0, mostPoints - 1), ...failed('measurements')] : points

/** Measures the machine and what its configuration names. A check that fails is a point of its own, and hinders no other. */
export async function collect(watched: Watched, content: AgentConfigurationContent): Promise<Collected> {
  const { machine, events, urlSchedule, now } = watched
  const dueUrls = urlSchedule.takeDue(content.urls, now)
  const [measured, ofServices, ofSites, ofEvents, urls, folders] = await Promise.all([
    machine.measure().catch(() => failed('machine')),
    checkServices(watched, content),
    checkSites(machine, content),
    events.watch(content.eventLogQueries),
    Promise.all(dueUrls.map((url) => checkUrl(url))),
    Promise.all(content.folders.map((folder) => checkFolder(folder, now).catch(() => failed(folder.folderPath)))),
  ])
  const points = [...measured, ...urls.flat(), ...folders.flat(), ...ofEvents, ...ofSites.points, ...ofServices.points]
  const { services } = ofServices
  const { websites, appPools } = ofSites
  return { points: limitPoints(points), found: { services, websites, appPools, events: events.recent } }
}

/** Throws where this machine cannot do what the configuration asks for. */
export async function tryConfiguration(content: AgentConfigurationContent, machine: Machine): Promise<void> {
  for (const query of content.eventLogQueries) {
    const problem = machine.problemOfQuery(query)
    if (problem) throw new Error(problem)
  }
  const logs = new Set(content.eventLogQueries.map(({ logName }) => logName))
  for (const logName of logs)
    await machine.readLog(logName, 'error', undefined).catch((error: Error) => {
      throw new Error(`The log ${logName} cannot be read: ${error.message}`)
    })
  if (content.monitoredServices.length === 0) return
  const services = await machine.listServices([]).catch((error: Error) => {
    throw new Error(`The services cannot be listed: ${error.message}`)
  })
  findMonitored(services, content)
}
