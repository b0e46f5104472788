import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { type IRateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible'
import { NotSignedIn, TooMany } from '#server/platform/errors.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'

/** How many a minute, each process by itself; 0: as many as come. */
export type RequestLimits = {
  perUser: number
  perToken: number
  perAddress: number
  failedSignInsPerAddress: number
  signalsPerToken: number
}

export const unlimited: RequestLimits = { perUser: 0, perToken: 0, perAddress: 0, failedSignInsPerAddress: 0, signalsPerToken: 0 }

export type Limit = {
  /** Counts one more; the seconds to wait when it was one too many, else null. */
  count(key: string): Promise<number | null>
  /** Whether the next would be one too many. */
  isReached(key: string): Promise<boolean>
}

const secondsOf = ({ msBeforeNext = 0 }: IRateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

export function createLimit(perMinute: number): Limit {
  if (perMinute === 0) return { count: async () => null, isReached: async () => false }
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return {
    count: (key) =>
      limiter.consume(key).then(
        () => null,
        (passed: IRateLimiterRes) => secondsOf(passed),
      ),
    isReached: async (key) => ((await limiter.get(key))?.consumedPoints ?? 0) >= perMinute,
  }
}

const refuse = (seconds: number | null) => {
  if (seconds !== null) throw new TooMany(seconds)
}

/** An address of version 6 stands for its whole network, of which one machine has as many as it likes. A client that is gone has none. */
export function networkOf(address: string | undefined): string {
  if (!address?.includes(':') || address.includes('.')) return address ?? ''
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const filled = tail === undefined ? first : [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return `${filled
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

/** From one refused token too many on, an address is answered 429 instead of 401. Valid tokens from there are not affected. */
export function limitFailures(app: FastifyInstance, perAddress: Limit): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const seconds = error instanceof NotSignedIn ? await perAddress.count(networkOf(request.ip)) : null
    return answerError(seconds === null ? error : (new TooMany(seconds) as Error as FastifyError), request, reply)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is known who calls, or the call is refused, before anything is done for it. */
    isSignedIn?: boolean
    /** Who calls is in the body. */
    isDownload?: boolean
  }
}

/**
 * Limits every call of this scope. Who is signed in is limited as a user or token, before the body is read; what is refused is counted apart
 * (`limitFailures`). By address only open calls are limited, and apart from them what does not exist: behind a proxy that is not trusted, an
 * outsider who floods it must shut out no one who is signed in.
 */
export function limitRequests(app: FastifyInstance, limits: RequestLimits, failedPerAddress: Limit): void {
  const byAddress = createLimit(limits.perAddress)
  const byUser = createLimit(limits.perUser)
  const byToken = createLimit(limits.perToken)
  limitFailures(app, failedPerAddress)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isSignedIn) return
    const network = networkOf(request.ip)
    refuse(await byAddress.count(request.is404 ? `missing ${network}` : network))
  })
  const countCaller = async ({ caller }: FastifyRequest) => {
    if (!caller) return
    const { apiToken, viewedBy } = caller
    refuse(apiToken ? await byToken.count(apiToken.tokenId) : await byUser.count((viewedBy ?? caller).userId))
  }
  app.addHook('preParsing', countCaller)
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.isDownload) await countCaller(request)
  })
}
