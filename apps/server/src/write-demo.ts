import { makeDemoContent } from '#server/features/demo/make-demo-content.ts'
import { makeDemoOperations } from '#server/features/demo/make-demo-operations.ts'
import { createDemoMetrics } from '#server/features/demo-metrics/keep-demo-metrics.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'
import type { DemoNews, DemoRequest } from './demo-writer.ts'

/** The program of `demo-writer.ts`: makes the demo content, and the past of its metrics. */
const tell = (news: DemoNews) => void process.send?.(news)

async function write({ owner, root, masterSecrets, logLevel, issuer, withMetrics }: DemoRequest): Promise<void> {
  const log = createLog(logLevel)
  const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log, { app: 1, worker: 4 })
  await makeDemoContent({ database, log, masterSecrets, progress: (progress) => tell({ progress }) })
  const createContext = (): Context => ({
    actor: { type: 'system', job: 'keep-demo-metrics' },
    now: new Date(),
    pool: database.worker,
    ports,
    log,
    requestId: null,
    isStaff: false,
  })
  await makeDemoOperations(createContext, issuer)
  tell({ isMade: true })
  const keepMetrics = createDemoMetrics()
  while (withMetrics && (await keepMetrics(createContext)));
  await database.close()
  process.exit(0)
}

process.once('disconnect', () => process.exit(1))
process.once('message', (request) => void write(request as DemoRequest))
process.channel?.ref()
