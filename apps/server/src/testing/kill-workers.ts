import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolConfig } from 'pg'

const program = path.resolve(import.meta.dirname, 'queue-worker.ts')

type Installation = { owner: PoolConfig; keyring: { root: Buffer } }
type Round = { now: Date; kills: number; longestLifeMs: number; makeDue: () => Promise<unknown>; isDone: () => Promise<boolean> }

/** Workers of their own that are killed at random moments; the same moments again for the same `KILL_SEED`. */
export function createKills({ owner, keyring }: Installation, work: 'windows' | 'processes') {
  const seed = Number(process.env.KILL_SEED) || randomInt(1, 2 ** 31)
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const children = new Set<ChildProcess>()
  const start = async (now: Date) => {
    const QUEUE_WORKER = JSON.stringify({ owner, root: keyring.root.toString('hex'), now: now.toISOString(), work })
    const child = spawn(process.execPath, [program], { env: { ...process.env, QUEUE_WORKER }, stdio: ['ignore', 'pipe', 'inherit'] })
    children.add(child)
    await once(child.stdout, 'data')
    return child
  }
  return {
    seed,
    /** Kills so many workers, lets a last one finish, and answers how many were killed before all was done. */
    async run({ now, kills, longestLifeMs, makeDue, isDone }: Round): Promise<number> {
      let killsAtWork = 0
      for (let kill = 0; kill < kills; kill++) {
        await makeDue()
        const child = await start(now)
        // The moment of the kill is what these tests are about.
        await wait(random() * longestLifeMs)
        if (!(await isDone())) killsAtWork++
        if (child.exitCode !== null) continue
        const gone = once(child, 'close')
        child.kill('SIGKILL')
        await gone
      }
      await makeDue()
      const last = await start(now)
      if (last.exitCode === null) await once(last, 'close')
      return killsAtWork
    },
    end() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
