import path from 'node:path'

const number = (name: string, standard: number) => Number(process.env[name] ?? standard)

const share = number('STORM_SHARE', 1)
const minutes = number('STORM_MINUTES', 120)
const customers = number('STORM_CUSTOMERS', Math.max(3, Math.round(50 * share)))
const pointsPerSeries = 2

/** How large the storm is. `STORM_SHARE` scales all rates and counts, the others single ones. */
export const stormSettings = {
  minutes,
  share,
  customers,
  /** Without any load, and then with the load of the storm alone: to compare with. */
  calmSeconds: number('STORM_CALM_SECONDS', Math.min(180, minutes * 15)),
  loadedSeconds: number('STORM_LOADED_SECONDS', Math.min(600, minutes * 30)),
  alertsPerSecond: number('STORM_ALERTS', 50 * share),
  rulesPerCustomer: Math.max(2, Math.round(number('STORM_RULES', 10_000 * share) / customers)),
  pointsPerSeries,
  pagesPerSecond: number('STORM_PAGES', 4),
  killEverySeconds: number('STORM_KILL_SECONDS', 30),
  restartEverySeconds: number('STORM_RESTART_SECONDS', Math.min(600, minutes * 20)),
  /** Which hostile customers there are; empty for none. */
  hostile: (process.env.STORM_HOSTILE ?? 'big-body,small-bodies,replay,poison,dead-store,flood').split(',').filter(Boolean),
  /** Buckets of ten seconds instead of five minutes, so that a short trial closes some. */
  hasFastBuckets: (process.env.STORM_FAST ?? String(minutes < 20)) === 'true',
  /** `lose-alert`, `double-incident`, `skip-bucket`, `lose-points`, with commas between: spoils these before the checks, which must find them. */
  fault: process.env.STORM_FAULT ?? '',
  results: process.env.STORM_RESULTS ?? path.join(path.dirname(import.meta.dirname), '.cache', 'storm.json'),
  logs: process.env.STORM_LOGS ?? path.join(path.dirname(import.meta.dirname), '.cache', 'storm-logs'),
} as const
