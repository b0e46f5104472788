import { fork } from 'node:child_process'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startFastBuckets } from '#server/testing/start-fast-buckets.ts'
import { type Figure, readQuantile } from './figures.ts'
import { startIssuer } from './open-crowd.ts'
import { checkAlerts, checkPoints, checkRules, commitFault, countSignals, readErrors } from './storm-checks.ts'
import { insertCustomer, insertProvider, insertRules, type StormCustomer } from './storm-customers.ts'
import { findLeftovers, watchDatabase } from './storm-growth.ts'
import type { HostileSettings } from './storm-hostile.ts'
import { type Installation, startInstallation } from './storm-installation.ts'
import { insertHostile, openDeadStore, staffRoles, startDeadServer } from './storm-poison.ts'
import { createCounts, sendAlerts, sendPoints } from './storm-senders.ts'
import { stormSettings as settings } from './storm-settings.ts'
import { describeFindings, drawStorm, type FailedJobs } from './storm-table.ts'
import { createDelays, watchAlertDelays, watchMembers, watchPages, watchRuleDelays } from './storm-watch.ts'

const say = (text: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
/** Users get a new token before the one that they have is over. */
const tokenMs = 30 * 60_000

type Cleanup = () => unknown

/** Runs the cleanups, the last one first, also where the run is interrupted or fails. */
async function withCleanups<T>(run: (cleanups: Cleanup[]) => Promise<T>): Promise<T> {
  const cleanups: Cleanup[] = []
  const cleanUp = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await Promise.resolve(cleanup()).catch(() => {})
  }
  const interrupt = () => void cleanUp().finally(() => process.exit(130))
  const fail = (error: unknown) => {
    process.stderr.write(`${(error as Error)?.stack ?? error}\n`)
    void cleanUp().finally(() => process.exit(1))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt).once('unhandledRejection', fail).once('uncaughtException', fail)
  try {
    return await run(cleanups)
  } finally {
    await cleanUp()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('unhandledRejection', fail).off('uncaughtException', fail)
  }
}

const readClock = async () =>
  settings.hasFastBuckets
    ? await startFastBuckets()
    : { ...(await import('@vakt/domain/metrics/bucket.ts')), settings: {} as Record<string, string>, useFastDueTimes: async () => {} }

/** Kills a process every so often, and restarts the database; every second time without a warning. */
function startBreaking({ members, restartDatabase }: Installation) {
  const counts = { kills: 0, restarts: 0 }
  let lastShake = Number.NEGATIVE_INFINITY
  let next = 0
  const timers = [
    setInterval(() => {
      // One that is still starting is left to it: where starts take long, none would ever run.
      const killed = members
        .map((_, index) => members[(next + index) % members.length])
        .find((member) => member?.readySince() !== undefined)
      if (!killed) return
      next = members.indexOf(killed) + 1
      counts.kills++
      lastShake = performance.now()
      killed.kill()
    }, settings.killEverySeconds * 1000),
    setInterval(() => {
      lastShake = performance.now()
      restartDatabase(counts.restarts++ % 2 === 1)
    }, settings.restartEverySeconds * 1000),
  ]
  return {
    counts,
    lastShake: () => lastShake,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

async function writeResults(results: object): Promise<void> {
  await mkdir(path.dirname(settings.results), { recursive: true })
  await writeFile(`${settings.results}.new`, JSON.stringify({ at: new Date().toISOString(), settings, ...results }, null, 2))
  await rename(`${settings.results}.new`, settings.results)
}

/** Waits until everything that was acknowledged can have been worked through: what is left then is a finding. */
async function drain(
  { query }: Installation,
  customers: readonly StormCustomer[],
  { lastSlot, until }: { lastSlot: number; until: number },
): Promise<boolean> {
  const ids = customers.map(({ customerId }) => customerId)
  for (; performance.now() < until; await wait(1000)) {
    const [left] = await query<{ signals: number; buckets: number; rules: number }>(
      `select (select count(*)::int from signal where state = 'pending' and customer_id = any ($1)) as signals,
         (select count(*)::int from metric_due where failed_at is null and customer_id = any ($1)) as buckets,
         (select count(*)::int from alert_rule_clock where customer_id = any ($1) and (evaluated_to < $2 or reevaluate_from is not null)) as rules`,
      [ids, lastSlot],
    )
    if (left && left.signals + left.buckets + left.rules === 0) return true
    if (Math.floor((until - performance.now()) / 1000) % 30 === 0) say(`still to be worked through: ${JSON.stringify(left)}`)
  }
  return false
}

async function runStorm(cleanups: Cleanup[]): Promise<Figure[]> {
  const clock = await readClock()
  const issuer = await startIssuer()
  cleanups.push(issuer.close)
  const dead = await startDeadServer()
  cleanups.push(dead.close)
  const installation = await startInstallation({
    logs: settings.logs,
    env: {
      OIDC_ISSUER: issuer.issuer,
      AZURE_LOGIN_URL: dead.address,
      AZURE_METRICS_URL: dead.address,
      AZURE_MANAGEMENT_URL: dead.address,
      ...clock.settings,
    },
  })
  cleanups.push(installation.stop)
  const { origin, query, pool, members } = installation
  await clock.useFastDueTimes(installation.connection)
  await insertProvider(query)
  const slot = clock.slotOf(Date.now())
  const customers: StormCustomer[] = []
  const hostsEach = Math.max(60, Math.ceil((settings.alertsPerSecond / settings.customers) * 600))
  for (let index = 1; index <= settings.customers; index++) {
    const customer = await insertCustomer(query, `storm-c${String(index).padStart(3, '0')}`, hostsEach)
    await insertRules(query, customer, settings.rulesPerCustomer, slot)
    customers.push(customer)
  }
  const hostile = await insertHostile(query, settings.hostile, slot)
  await query('analyze')
  say(`${settings.customers} customers with ${settings.rulesPerCustomer} rules each, ${settings.hostile.length} hostile ones`)

  const tokens = new Map<string, { token: string; at: number }>()
  const signIn = async (email: string, roles: string[], session: string) => {
    const token = issuer.signToken(email, roles)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-vakt-session': session }
    const answer = await fetch(`${origin}/api/v1/authentication/usercontext`, { method: 'POST', headers, body: '{}' })
    if (!answer.ok) throw new Error(`The sign-in of ${email} answered ${answer.status}: ${await answer.text()}`)
    return token
  }
  const tokenOf = (customerId: string) => {
    const known = tokens.get(customerId)
    if (known && known.at > Date.now() - tokenMs) return known.token
    const token = issuer.signToken(`user@${customerId}.example`, ['admin'])
    tokens.set(customerId, { token, at: Date.now() })
    return token
  }
  for (const { customerId } of [...customers, ...Object.values(hostile)])
    await signIn(`user@${customerId}.example`, ['admin'], `storm-session-${customerId}`)
  const staff = await signIn('staff@provider.example', staffRoles, 'storm-session-of-staff')

  let lastShake = () => Number.NEGATIVE_INFINITY
  const pages = watchPages(installation, customers, { perSecond: settings.pagesPerSecond, tokenOf })
  const watched = watchMembers(installation)
  const alertDelays = createDelays(() => lastShake())
  const ruleDelays = createDelays(() => lastShake())
  const alertWatch = watchAlertDelays(query, alertDelays)
  const closesAt = (of: number) => clock.bucketEnd(of) + clock.gracePeriodMilliseconds
  const ruleWatch = watchRuleDelays(
    query,
    customers.map(({ customerId }) => customerId),
    { delays: ruleDelays, closesAt },
  )
  const databaseWatch = watchDatabase(query)
  cleanups.push(pages.stop, watched.stop, alertWatch.stop, ruleWatch.stop, databaseWatch.stop)

  // Not before: where starting takes minutes, nothing would be left of a short storm.
  const startedAt = Date.now()
  // The last bucket that ends within the planned time; a point of the next could not be closed before that has ended.
  const endsAt = clock.bucketEnd(clock.slotOf(startedAt + settings.minutes * 60_000) - 1)
  say(`calm for ${settings.calmSeconds} s`)
  await wait(2000)
  pages.begin('calm')
  await wait(settings.calmSeconds * 1000)

  say(`load without a storm for ${settings.loadedSeconds} s`)
  const [alertCounts, pointCounts] = [createCounts(), createCounts()]
  const perSecond = settings.alertsPerSecond / customers.length
  const alertSenders = customers.map((customer) =>
    sendAlerts(origin, customer, { perSecond, counts: alertCounts, onFired: alertWatch.note }),
  )
  const fromSecond = Math.floor(Date.now() / 1000)
  const pointSenders = customers.map((customer) =>
    sendPoints(origin, customer, {
      perSeries: settings.pointsPerSeries,
      counts: pointCounts,
      fromSecond,
      toSecond: Math.floor(endsAt / 1000),
    }),
  )
  cleanups.push(() => {
    for (const sender of [...alertSenders, ...pointSenders]) sender.abort()
  })
  pages.begin('loaded')
  await wait(settings.loadedSeconds * 1000)

  say(
    `storm for ${((endsAt - Date.now()) / 60_000).toFixed(1)} min; results so far in ${settings.results} each minute, logs in ${settings.logs}`,
  )
  const breaking = startBreaking(installation)
  cleanups.push(breaking.stop)
  lastShake = breaking.lastShake
  const HOSTILE: HostileSettings = {
    origin,
    share: settings.share,
    tokens: Object.fromEntries(Object.entries(hostile).map(([way, { ingestToken }]) => [way, ingestToken])),
    hasFastBuckets: settings.hasFastBuckets,
  }
  const attacker = fork(path.join(import.meta.dirname, 'storm-hostile.ts'), [], {
    env: { ...process.env, STORM_HOSTILE_SETTINGS: JSON.stringify(HOSTILE) },
  })
  let hostileAnswers: unknown = {}
  attacker.on('message', (news) => {
    hostileAnswers = news
  })
  cleanups.push(() => attacker.kill('SIGKILL'))
  const deadStore = hostile['dead-store']
  if (deadStore) cleanups.push(await openDeadStore(installation, deadStore, { staff, user: () => tokenOf(deadStore.customerId) }))
  pages.begin('storm')

  const soFar = () => ({
    kills: breaking.counts,
    alerts: {
      fired: alertSenders.reduce((sum, { all }) => sum + all.length, 0),
      ...alertCounts,
      refused: Object.fromEntries(alertCounts.refused),
    },
    points: { ...pointCounts, refused: Object.fromEntries(pointCounts.refused) },
    pageMs: {
      calm: pages.p95Of('calm'),
      loaded: pages.p95Of('loaded'),
      storm: pages.p95Of('storm'),
      unanswered: pages.times.storm.unanswered,
    },
    slowestPages: pages.slowest(),
    alertDelayMs: { p95: readQuantile(alertDelays.undisturbed, 0.95), afterKillsP95: readQuantile(alertDelays.afterKills, 0.95) },
    ruleDelayMs: { p95: readQuantile(ruleDelays.undisturbed, 0.95), afterKillsP95: readQuantile(ruleDelays.afterKills, 0.95) },
    members: Object.fromEntries(watched.figures),
    database: databaseWatch.figures,
    endings: installation.endings,
    comebacks: installation.comebacks.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`),
    errors: readErrors(members.map(({ log }) => log)),
    hostileAnswers,
  })
  for (let minute = 1; Date.now() < endsAt; minute++) {
    await wait(Math.max(0, Math.min(60_000, endsAt - Date.now())))
    await writeResults({ isOver: false, minute, ...soFar() })
    say(
      `minute ${minute}: pages p95 ${pages.p95Of('storm').toFixed(0)} ms, alerts after ${readQuantile(alertDelays.undisturbed, 0.95).toFixed(0)} ms`,
    )
  }

  say('the storm is over; what is left is worked through')
  breaking.stop()
  pages.begin(null)
  attacker.kill('SIGKILL')
  const stoppedAt = performance.now()
  const until = stoppedAt + settings.drainSeconds * 1000
  const abort = setTimeout(() => {
    for (const sender of [...alertSenders, ...pointSenders]) sender.abort()
  }, settings.drainSeconds * 500)
  await Promise.all([...alertSenders, ...pointSenders].map((sender) => sender.stop()))
  clearTimeout(abort)
  await installation.untilReady(Math.max(1000, until - performance.now())).catch((error: Error) => say(error.message))
  const lastSlot = clock.slotOf(Math.max(...pointSenders.flatMap(({ sentTimes }) => sentTimes().slice(-1))))
  const isDrained = await drain(installation, customers, { lastSlot, until })
  const drained = (performance.now() - stoppedAt) / 1000
  await Promise.all([pages.stop(), watched.stop(), alertWatch.stop(), ruleWatch.stop(), databaseWatch.stop()])
  if (settings.fault) await commitFault(query, settings.fault)

  const alerts = alertSenders.flatMap(({ all }) => all)
  const checked = {
    alerts: await checkAlerts(query, customers, alerts),
    rules: await checkRules(query, pointSenders, clock),
    points: await checkPoints(pool, query, pointSenders, clock),
  }
  const signals = await countSignals(query, customers)
  const leftovers = await findLeftovers(
    installation,
    customers.map(({ customerId }) => customerId),
  )
  const failedJobs = await query<FailedJobs[number]>(
    `select queue, coalesce(customer_id, '') not like 'storm-c%' and customer_id is not null as of_hostile, count(*)::int as count, max(error) as error
     from job where state = 'failed' group by 1, 2`,
  )
  const results = { ...soFar(), isDrained, drained, checked, signals, leftovers, failedJobs }
  await writeResults({ isOver: true, ...results })
  const { missed, twice, unfired } = checked.rules
  const { lost, doubled } = checked.points
  const findings = { ...checked.alerts, missed, twice, unfired, 'points lost': lost, 'points doubled': doubled, 'left over': leftovers }
  for (const line of describeFindings(findings)) say(line)
  for (const { queue, of_hostile: isHostile, count, error } of failedJobs)
    say(`failed: ${count} × ${queue}${isHostile ? ' (hostile)' : ''}: ${error}`)
  for (const [kind, { count }] of Object.entries(results.errors.kinds)) say(`errors: ${count} × ${kind}`)
  for (const ending of installation.endings) say(`ended by itself: ${JSON.stringify(ending)}`)

  return drawStorm({
    ...{ installation, alerts: alerts.length, sent: alertCounts, sentPoints: pointCounts, checked, signals, kills: breaking.counts },
    pages: {
      calm: pages.p95Of('calm'),
      loaded: pages.p95Of('loaded'),
      storm: pages.p95Of('storm'),
      unanswered: pages.times.storm.unanswered,
    },
    ...{ alertDelays, ruleDelays, members: watched.figures, database: databaseWatch.figures },
    ...{ leftovers, failedJobs, errors: results.errors, drained, isDrained },
  })
}

/** A mixed storm on one machine: alerts and points of many customers, hostile ones among them, kills and restarts. In an installation of its own. */
export const measureStorm = (): Promise<Figure[]> => withCleanups(runStorm)
