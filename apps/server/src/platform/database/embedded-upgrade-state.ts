import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { isProcessAlive } from './embedded-processes.ts'
import { readRunningServer, stopServer } from './embedded-server.ts'

const oldClusterDays = 7
const leftoverName = /^upgrade-(\d+)(\.tar\.gz)?(\.partial)?$/

/** The new cluster, complete, before it takes the place of the old one. */
export const complete = ({ root }: Place) => join(root, 'db-upgraded')
/** Where the old one stays for a week. */
export const oldCluster = ({ root }: Place, major: number) => join(root, `db-${major}`)
/** The file that names the process that upgrades. */
export const marker = ({ root }: Place) => join(root, 'upgrading')

const held = ({ directory }: Place, pid?: number) =>
  new CannotStartDatabase(`Another Vakt is upgrading the database in ${directory}${pid ? ` (process ${pid})` : ''}.`)

async function refuseWhileHeld(place: Place): Promise<void> {
  const holder = Number(await readFile(marker(place), 'utf8').catch(() => ''))
  if (holder && holder !== process.pid && isProcessAlive(holder)) throw held(place, holder)
}

/** One process upgrades at a time: the file names it, and counts only while it lives. Throws CannotStartDatabase. */
export async function claimUpgrade(place: Place): Promise<void> {
  await refuseWhileHeld(place)
  await rm(marker(place), { force: true })
  await writeFile(marker(place), String(process.pid), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw held(place)
    // A disk that takes no file takes no new cluster either.
  })
}

/** What a process left that was killed while it upgraded, its server included. Throws CannotStartDatabase while it lives. */
export async function settleUpgrade(place: Place): Promise<void> {
  await refuseWhileHeld(place)
  // Between the two renames: the old cluster has its new name, the new one not yet.
  if (!existsSync(place.cluster) && existsSync(complete(place))) await rename(complete(place), place.cluster)
  await rm(complete(place), { recursive: true, force: true })
  for (const name of await readdir(place.root)) {
    const maker = Number(leftoverName.exec(name)?.[1])
    if (maker && (maker === process.pid || !isProcessAlive(maker))) await removeLeftover({ ...place, cluster: join(place.root, name) })
  }
  await rm(marker(place), { force: true })
  await removeOldClusters(place)
}

/** A cluster that is not needed any more, and the server that may run on it. */
export async function removeLeftover(place: Place): Promise<void> {
  const server = readRunningServer(place)
  if (server) await stopServer(place, undefined, server.pid)
  await rm(place.cluster, { recursive: true, force: true })
}

async function removeOldClusters({ root }: Place): Promise<void> {
  for (const name of await readdir(root)) {
    const isOld = /^db-\d+$/.test(name) && Date.now() - (await stat(join(root, name))).mtimeMs > oldClusterDays * 86_400_000
    if (isOld) await rm(join(root, name), { recursive: true, force: true })
  }
}
