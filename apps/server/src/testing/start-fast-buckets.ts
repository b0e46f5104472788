import { pathToFileURL } from 'node:url'

/**
 * Buckets of five minutes that pass in ten seconds, for tests and measurements that cannot wait: the settings of the Vakt, and the same clock for
 * this process. Call `useFastDueTimes` once the Vakt runs.
 */
export async function startFastBuckets() {
  process.env.FAST_BUCKETS_FROM ??= String(Math.floor(Date.now() / 1000) * 1000)
  const hooks = pathToFileURL(`${import.meta.dirname}/use-fast-buckets.ts`).href
  const settings = { NODE_OPTIONS: `--import ${hooks}`, FAST_BUCKETS_FROM: process.env.FAST_BUCKETS_FROM }
  return { settings, ...(await import('./fast-buckets.ts')) }
}
