import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { isProcessAlive } from './embedded-processes.ts'

const ownerLock = 86_427
const ownerName = /^vakt owner (\d+)$/
const deadOwnerTimeoutMs = 5000

/** Holds a session lock as long as the connection lives, so a killed owner frees the folder at once, without a file to go stale. */
export async function becomeOwner(client: pg.Client, { directory }: Place) {
  for (const end = Date.now() + deadOwnerTimeoutMs; ; await wait(50)) {
    const { rows } = await client.query<{ isOwner: boolean }>(`select pg_try_advisory_lock(${ownerLock}) as "isOwner"`)
    if (rows[0]?.isOwner) return
    const pid = await findOwner(client)
    const isLive = pid !== undefined && isProcessAlive(pid)
    if (isLive || Date.now() > end) {
      throw new CannotStartDatabase(`Another Vakt is already running on the data folder ${directory}${pid ? ` (process ${pid})` : ''}.`)
    }
  }
}

async function findOwner(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and classid = 0 and objid = ${ownerLock} and granted and pg_locks.database = (select oid from pg_database where datname = current_database())`,
  )
  const pid = Number(ownerName.exec(rows[0]?.name ?? '')?.[1])
  return pid || undefined
}

export const nameOwner = () => `vakt owner ${process.pid}`
