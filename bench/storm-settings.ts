import path from 'node:path'

const number = (name: string, standard: number) => Number(process.env[name] ?? standard)

const share = number('STORM_SHARE', 1)
const minutes = number('STORM_MINUTES', 120)
const customers = number('STORM_CUSTOMERS', Math.max(3, Math.round(50 * share)))
const pointsPerSeries = 2

/** How large the storm is. `STORM_SHARE` scales all rates and counts, the others single ones. */
/** Buckets of ten seconds instead of five minutes, so that a short trial closes some. */
const hasFastBuckets = (process.env.STORM_FAST ?? String(minutes < 20)) === 'true'

export const stormSettings = {
  /** From the beginning of the calm to the end of the load, calm and load alone included. What is left is worked through and checked in five more at most. */
  minutes,
  share,
  customers,
  /** Without any load, and then with the load of the storm alone: to compare with. */
  calmSeconds: number('STORM_CALM_SECONDS', Math.min(120, minutes * 6)),
  loadedSeconds: number('STORM_LOADED_SECONDS', Math.min(180, minutes * 9)),
  /** A bucket of five minutes ends where the load does, so that it closes soon; a trial on a busy machine may take longer. */
  drainSeconds: number('STORM_DRAIN_SECONDS', hasFastBuckets ? 1200 : 200),
  alertsPerSecond: number('STORM_ALERTS', 50 * share),
  rulesPerCustomer: Math.max(2, Math.round(number('STORM_RULES', 10_000 * share) / customers)),
  pointsPerSeries,
  pagesPerSecond: number('STORM_PAGES', 4),
  killEverySeconds: number('STORM_KILL_SECONDS', 30),
  restartEverySeconds: number('STORM_RESTART_SECONDS', Math.min(600, minutes * 20)),
  /** Which hostile customers there are; empty for none. */
  hostile: (process.env.STORM_HOSTILE ?? 'big-body,small-bodies,replay,poison,dead-store,flood').split(',').filter(Boolean),
  hasFastBuckets,
  /** A name of `faults` in `storm-checks.ts`, or several with commas between: spoils these before the checks, which must find them. */
  fault: process.env.STORM_FAULT ?? '',
  results: process.env.STORM_RESULTS ?? path.join(path.dirname(import.meta.dirname), '.cache', 'storm.json'),
  logs: process.env.STORM_LOGS ?? path.join(path.dirname(import.meta.dirname), '.cache', 'storm-logs'),
} as const
