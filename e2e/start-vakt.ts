import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addLatePointsAtOnce } from '#server/testing/due-times.ts'
import { copyDataFolder, prepareDataFolders } from '#server/testing/prepared-data-folders.ts'
import { connectionOf, createDataFolder } from '#server/testing/run-vakt.ts'

const root = path.dirname(import.meta.dirname)
const startsWithinMilliseconds = 90_000
const readyWithinMilliseconds = 15_000

/** `token` is empty without demo content, `setUpAddress` with it. */
export type Introduction = { origin: string; token: string; setUpAddress: string }
type Running = Introduction & { dataFolder: string; stop: () => Promise<void> }

/** Starts a real Vakt, with its demo content unless `DEMO` is false, in a folder of its own. Its metrics go back two days, or all of what the demo has. */
export async function launchVakt(settings: Record<string, string> = {}, { hasAllMetrics = false } = {}): Promise<Running> {
  const dataFolder = await createDataFolder()
  await copyDataFolder(process.env.VAKT_PREPARED_FOLDERS ?? '', dataFolder, { hasDemo: settings.DEMO !== 'false' })
  const program = path.join(root, 'apps', 'server', 'src', 'main.ts')
  const stopWithParent = path.join(root, 'scripts', 'stop-with-parent.mjs')
  const place = { PORT: '0', METRICS_PORT: '0', DATA_DIR: dataFolder, DEMO: 'true', LOG_LEVEL: 'warn' }
  const hooks = hasAllMetrics ? [stopWithParent] : [stopWithParent, path.join(root, 'apps/server/src/testing/use-short-demo-history.ts')]
  const vakt = spawn(process.execPath, [...hooks.flatMap((hook) => ['--import', hook]), program], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...place, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = async () => {
    await end(vakt)
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    const introduction = await readIntroduction(vakt)
    await expectReady(introduction.origin)
    return { ...introduction, dataFolder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts one Vakt for all stories, beside what other ones start from; the result stops it. */
export default async function startVakt(): Promise<() => Promise<void>> {
  const prepared = await createDataFolder()
  await prepareDataFolders(prepared)
  process.env.VAKT_PREPARED_FOLDERS = prepared
  const { origin, token, dataFolder, stop } = await launchVakt({}, { hasAllMetrics: true })
  await addLatePointsAtOnce(connectionOf(dataFolder))
  process.env.VAKT_ORIGIN = origin
  process.env.VAKT_INGEST_TOKEN = token
  process.env.VAKT_DATA_FOLDER = dataFolder
  return async () => {
    await stop()
    await rm(prepared, { recursive: true, force: true })
  }
}

async function end(vakt: ChildProcess): Promise<void> {
  if (vakt.exitCode !== null || vakt.signalCode !== null) return
  vakt.kill('SIGTERM')
  await once(vakt, 'exit')
}

/** What Vakt says once it runs: its address, and the ingest token of customer 1001 or where it is set up. */
function readIntroduction(vakt: ChildProcess): Promise<Introduction> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`Vakt did not start in time.\n${said}`)), startsWithinMilliseconds)
    const read = (chunk: Buffer) => {
      said += chunk
      const origin = /running at (http\S+)/.exec(said)?.[1]
      const token = /\s(vakt_ing_\S+)\s/.exec(said)?.[1] ?? ''
      const setUpAddress = /\s(http\S+\/set-up\?token=\S+)\s/.exec(said)?.[1] ?? ''
      if (!origin || !(token || setUpAddress)) return
      clearTimeout(timer)
      resolve({ origin, token, setUpAddress })
    }
    vakt.stdout?.on('data', read)
    vakt.stderr?.on('data', read)
    vakt.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`Vakt ended with ${code}.\n${said}`))
    })
  })
}

/** As a load balancer does: on a busy machine the connection of the live stream is opened a moment after the address was printed. */
async function expectReady(origin: string): Promise<void> {
  const until = Date.now() + readyWithinMilliseconds
  for (;;) {
    const answer = await fetch(`${origin}/health/ready`)
    if (answer.ok) return
    const reason = await answer.text()
    if (Date.now() > until) throw new Error(`Vakt runs but is not ready: ${reason}`)
    await wait(100)
  }
}
