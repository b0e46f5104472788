import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { hasVakt, writeBackup } from '#server/platform/backup/write-backup.ts'
import type { Binaries } from './embedded-binaries.ts'
import { createCluster } from './embedded-cluster.ts'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { isProcessAlive } from './embedded-processes.ts'
import { readRunningServer, stopServer } from './embedded-server.ts'

/** Starts the server of one cluster while it is upgraded; `port` where it has no port of its own yet. */
export type OpenCluster = (
  place: Place,
  binaries: Binaries,
  port?: number,
) => Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }>

type Upgrade = { place: Place; from: Binaries; to: Binaries; password: string; open: OpenCluster }

const oldClusterDays = 7
/** On the way, beside that of the database itself. */
const upgradePort = 5433
const leftoverName = /^upgrade-(\d+)(\.tar\.gz)?(\.partial)?$/

const complete = ({ root }: Place) => join(root, 'db-upgraded')
const oldCluster = ({ root }: Place, major: number) => join(root, `db-${major}`)
const marker = ({ root }: Place) => join(root, 'upgrading')

/** One process upgrades at a time: the file names it, and counts only while it lives. Throws CannotStartDatabase. */
export async function claimUpgrade(place: Place): Promise<void> {
  const holder = Number(await readFile(marker(place), 'utf8').catch(() => ''))
  if (holder && holder !== process.pid && isProcessAlive(holder))
    throw new CannotStartDatabase(`Another Vakt is upgrading the database in ${place.directory} (process ${holder}).`)
  await rm(marker(place), { force: true })
  await writeFile(marker(place), String(process.pid), { flag: 'wx' }).catch(() => {
    throw new CannotStartDatabase(`Another Vakt is upgrading the database in ${place.directory}.`)
  })
}

/** What a process left that was killed while it upgraded, its server included. Throws CannotStartDatabase while it lives. */
export async function settleUpgrade(place: Place): Promise<void> {
  const holder = Number(await readFile(marker(place), 'utf8').catch(() => ''))
  if (holder && holder !== process.pid && isProcessAlive(holder))
    throw new CannotStartDatabase(`Another Vakt is upgrading the database in ${place.directory} (process ${holder}).`)
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

async function removeLeftover(place: Place): Promise<void> {
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

/** Fills a new cluster of the newer version from the old one, which it only reads. */
async function copyCluster({ place, from, to, password, open }: Upgrade, scratch: Place, file: string): Promise<void> {
  const old = await open(place, from)
  try {
    const isEmpty = !(await hasVakt(old.connection))
    if (!isEmpty) await writeBackup({ owner: old.connection, file, acceptOlderSchema: true })
    await createCluster(scratch, to, password)
    if (isEmpty) return
    const fresh = await open(scratch, to, upgradePort)
    try {
      await restoreBackup({
        owner: fresh.connection,
        file,
        keys: null,
        isSameInstallation: true,
        putObject: () => Promise.reject(new BackupRefused('The copy holds an object.')),
      })
    } finally {
      await fresh.stop()
    }
  } finally {
    await old.stop()
  }
}

/**
 * Moves the database to a newer major version of PostgreSQL: a backup with the old programs, restored with the new ones. After `claimUpgrade`. The old cluster stays
 * as it is until the new one is complete, and then for a week as `db-<version>`. Throws where it did not succeed; the old one then works on.
 */
export async function upgradeCluster(upgrade: Upgrade): Promise<void> {
  const { place, from } = upgrade
  const scratch = { ...place, cluster: join(place.root, `upgrade-${process.pid}`), log: join(place.root, 'upgrade.log') }
  const file = `${scratch.cluster}.tar.gz`
  try {
    await copyCluster(upgrade, scratch, file)
    await rename(scratch.cluster, complete(place))
    await rm(oldCluster(place, from.major), { recursive: true, force: true })
    await rename(place.cluster, oldCluster(place, from.major))
    await rename(complete(place), place.cluster)
    const now = new Date()
    await utimes(oldCluster(place, from.major), now, now)
    await rm(scratch.log, { force: true })
  } finally {
    await rm(file, { force: true })
    await removeLeftover(scratch)
    await rm(marker(place), { force: true })
  }
}
