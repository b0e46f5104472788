import type { FastifyInstance } from 'fastify'

export type HealthChecks = Record<string, () => Promise<boolean>>

/** `failing` names the checks that fail; `warnings` are for the operator, and take no process out of rotation. */
export type Health = { status: 'ok' | 'failing' | 'stopping'; failing: string[]; warnings: string[] }

/** Runs all checks; one that throws fails. A process that is told to stop is not ready, whatever they say. */
export async function checkHealth(checks: HealthChecks, findWarnings: () => string[], stopping: AbortSignal): Promise<Health> {
  const warnings = findWarnings()
  if (stopping.aborted) return { status: 'stopping', failing: ['stopping'], warnings }
  const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check().catch(() => false)] as const))
  const failing = results.filter(([, isGood]) => !isGood).map(([name]) => name)
  return { status: failing.length > 0 ? 'failing' : 'ok', failing, warnings }
}

/** `live`: the process answers. `ready`: it can do its work; 503 while it stops or one of the checks fails, naming it. */
export function serveHealth(app: FastifyInstance, check: () => Promise<Health>): void {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const health = await check()
    return reply.code(health.status === 'ok' ? 200 : 503).send(health)
  })
}
