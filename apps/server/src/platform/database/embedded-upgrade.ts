import { rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { hasVakt, writeBackup } from '#server/platform/backup/write-backup.ts'
import type { Binaries } from './embedded-binaries.ts'
import { createCluster } from './embedded-cluster.ts'
import type { Place } from './embedded-place.ts'
import { complete, marker, oldCluster, removeLeftover } from './embedded-upgrade-state.ts'

/** Starts the server of one cluster while it is upgraded; `port` where it has no port of its own yet. */
export type OpenCluster = (
  place: Place,
  binaries: Binaries,
  port?: number,
) => Promise<{ connection: pg.ClientConfig; stop(): Promise<void> }>

type Upgrade = { place: Place; from: Binaries; to: Binaries; password: string; open: OpenCluster }

/** On the way, beside that of the database itself. */
const upgradePort = 5433

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
