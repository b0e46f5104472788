import type { FastifyInstance } from 'fastify'

/** `live`: the process answers. `ready`: it can do its work; 503 while one of the checks fails, naming it. */
export function serveHealth(app: FastifyInstance, checks: Record<string, () => Promise<boolean>>): void {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await check().catch(() => false)] as const),
    )
    const failing = results.filter(([, isGood]) => !isGood).map(([name]) => name)
    return reply.code(failing.length > 0 ? 503 : 200).send({ status: failing.length > 0 ? 'failing' : 'ok', failing })
  })
}
