import { type Figure, readQuantile } from './figures.ts'
import type { checkAlerts, checkPoints, checkRules, Findings, readErrors } from './storm-checks.ts'
import type { DatabaseFigures } from './storm-growth.ts'
import type { Installation } from './storm-installation.ts'
import type { SenderCounts } from './storm-senders.ts'
import type { Delays, MemberFigures } from './storm-watch.ts'

export type FailedJobs = { queue: string; of_hostile: boolean; count: number; error: string }[]

export type StormResults = {
  installation: Installation
  /** How many alerts began. */
  alerts: number
  sent: SenderCounts
  sentPoints: SenderCounts
  checked: {
    alerts: Awaited<ReturnType<typeof checkAlerts>>
    rules: Awaited<ReturnType<typeof checkRules>>
    points: Awaited<ReturnType<typeof checkPoints>>
  }
  signals: { stored: number; different: number }
  kills: { kills: number; restarts: number }
  /** The p95 of each phase, in milliseconds. */
  pages: { calm: number; loaded: number; storm: number; unanswered: number }
  alertDelays: Delays
  ruleDelays: Delays
  members: ReadonlyMap<string, MemberFigures>
  database: DatabaseFigures
  leftovers: Findings
  failedJobs: FailedJobs
  errors: ReturnType<typeof readErrors>
  drained: number
  isDrained: boolean
}

/** Answers that say that the sender is to blame, which it is not. */
const countWrong = ({ refused }: SenderCounts) =>
  [...refused].filter(([status]) => status < 500 && status !== 429).reduce((sum, [, count]) => sum + count, 0)

/** The table of the storm. */
export function drawStorm({
  installation,
  alerts,
  sent,
  sentPoints,
  checked,
  signals,
  kills,
  pages,
  alertDelays,
  ruleDelays,
  members,
  database,
  leftovers,
  failedJobs,
  errors,
  drained,
  isDrained,
}: StormResults): Figure[] {
  const wrong = countWrong(sent) + countWrong(sentPoints)
  const most = (read: (of: { held: number; slowestLive: number }) => number) => Math.max(...[...members.values()].map(read))
  const none = { atMost: 0 }
  return [
    { name: 'alerts that were acknowledged, as they began', unit: '', values: [alerts] },
    { name: '… lost: no alert, incident or ticket of it', unit: '', values: [checked.alerts.lost.count], goal: none },
    { name: '… doubled: several incidents or tickets', unit: '', values: [checked.alerts.doubled.count], goal: none },
    { name: '… not over although their end was acknowledged', unit: '', values: [checked.alerts.open.count], goal: none },
    { name: 'signals acknowledged and not stored', unit: '', values: [Math.max(0, sent.acknowledged - signals.different)], goal: none },
    {
      name: '… stored more often than sent',
      unit: '',
      values: [Math.max(0, signals.stored - sent.acknowledged - sent.repeated)],
      goal: none,
    },
    { name: '… stored and not processed', unit: '', values: [checked.alerts.unprocessed.count], goal: none },
    { name: 'points acknowledged', unit: '', values: [checked.points.points] },
    { name: '… lost; doubled', unit: '', values: [checked.points.lost.count + checked.points.doubled.count], goal: none },
    { name: 'evaluations of a rule on a bucket', unit: '', values: [checked.rules.evaluations] },
    { name: '… left out', unit: '', values: [checked.rules.missed.count], goal: none },
    { name: '… twice', unit: '', values: [checked.rules.twice.count], goal: none },
    { name: '… rules that should have fired once and did not', unit: '', values: [checked.rules.unfired.count], goal: none },
    { name: 'requests of senders that were refused as wrong', unit: '', values: [wrong], goal: none },
    { name: 'kills of a process', unit: '', values: [kills.kills] },
    { name: 'restarts of the database', unit: '', values: [kills.restarts] },
    {
      name: 'processes that ended by themselves while the database answered',
      unit: '',
      values: [unexplained(installation).length],
      goal: none,
    },
    { name: 'pages of the others, p95, calm', unit: 'ms', values: [pages.calm] },
    { name: '… under the load alone', unit: 'ms', values: [pages.loaded] },
    { name: '… in the storm', unit: 'ms', values: [pages.storm] },
    { name: '… storm ÷ calm', unit: '', values: [pages.storm / pages.calm], goal: { atMost: 2 } },
    { name: '… not answered while their process was started', unit: '', values: [pages.unanswered] },
    { name: 'from 202 to the alert, p95', unit: 'ms', values: [readQuantile(alertDelays.undisturbed, 0.95)], goal: { atMost: 1000 } },
    { name: '… within 10 s of a kill or restart, p95', unit: 'ms', values: [readQuantile(alertDelays.afterKills, 0.95)] },
    {
      name: 'from the end of the grace period to the evaluation, p95',
      unit: 's',
      values: [readQuantile(ruleDelays.undisturbed, 0.95) / 1000],
    },
    { name: '… within 10 s of a kill or restart, p95', unit: 's', values: [readQuantile(ruleDelays.afterKills, 0.95) / 1000] },
    { name: 'slowest /health/live', unit: 'ms', values: [most(({ slowestLive }) => slowestLive)], goal: { atMost: 500 } },
    { name: 'event loop, held at most', unit: 'ms', values: [most(({ held }) => held)], goal: { atMost: 50 } },
    ...[...members].map(([name, { memory, mostMemory }]) => ({
      name: `memory of ${name}: from minute to minute; at most ${Math.round(mostMemory)} MB`,
      unit: 'MB',
      values: memory.length > 0 ? memory : [mostMemory],
    })),
    { name: 'database: its size from minute to minute', unit: 'MB', values: database.megabytes },
    { name: '… rows of the work queue from minute to minute', unit: '', values: database.jobs },
    { name: '… connections at most', unit: '', values: [database.mostConnections] },
    { name: '… oldest transaction', unit: 's', values: [database.longestTransaction] },
    { name: '… oldest transaction that did nothing', unit: 's', values: [database.longestIdleTransaction], goal: { atMost: 60 } },
    { name: 'left over after everything was worked through', unit: '', values: [leftovers.count], goal: none },
    { name: 'from a start to being ready', unit: 's', values: installation.comebacks.map(({ seconds }) => seconds) },
    { name: 'jobs of the others that failed for good', unit: '', values: [countJobs(failedJobs, false)], goal: none },
    { name: '… of the hostile customers', unit: '', values: [countJobs(failedJobs, true)] },
    { name: 'errors in the logs, but for those of restarts of the database', unit: '', values: [countErrors(errors.kinds, false)] },
    { name: '… about jobs and signals of hostile customers', unit: '', values: [countErrors(errors.kinds, true)] },
    { name: '… of restarts of the database', unit: '', values: [errors.ofRestarts] },
    ...(isDrained ? [] : [{ name: 'not worked through in time', unit: '', values: [1], goal: none }]),
    { name: 'until everything was worked through after the storm', unit: 's', values: [drained] },
  ]
}

const countJobs = (jobs: readonly { of_hostile: boolean; count: number }[], isHostile: boolean) =>
  jobs.filter((job) => job.of_hostile === isHostile).reduce((sum, { count }) => sum + count, 0)

const countErrors = (kinds: Record<string, { count: number }>, isHostile: boolean) =>
  Object.entries(kinds).reduce((sum, [kind, { count }]) => sum + (kind.startsWith('hostile') === isHostile ? count : 0), 0)

/** A process that is started while no database answers ends with a sentence about it. */
const unexplained = ({ endings }: Installation) =>
  endings.filter(
    ({ code, lastWords }) =>
      code !== 1 || !/Vakt did not start\. DATABASE_URL: (no PostgreSQL answers|.* cannot be used just now)/.test(lastWords),
  )

/** A line for each check that found something, with examples; they stand above the table. */
export const describeFindings = (findings: Record<string, Findings>): string[] =>
  Object.entries(findings).flatMap(([name, { count, examples }]) =>
    count > 0 ? [`${name}: ${count}, for example ${examples.join('; ')}`] : [],
  )
