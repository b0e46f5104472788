import { registerHooks } from 'node:module'

// Given to a Vakt by `--import`: it numbers buckets as `fast-buckets.ts` does. Everything else in it is as in production.
const real = new URL('../../../../packages/domain/src/metrics/bucket.ts', import.meta.url).href
const fast = new URL('fast-buckets.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    return found.url === real && context.parentURL !== fast ? { ...found, url: fast } : found
  },
})
