import { statfs } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { Disk, NoDisk } from '@vakt/contract/retention/storage.ts'
import type { Pool } from 'pg'
import type { DatabasePlace } from './storage-table.ts'

type FoundDisk = Omit<Disk, 'fullAt'> | NoDisk

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

/**
 * Whether the server of the database runs on this machine. An address of loopback, or a socket, is told by both ends: a pooler may reach the
 * database of another machine so, and a container is reached so by who sees its port only.
 */
export function isOnThisMachine(serverAddress: string | null, connectedTo: string, own: readonly string[]): boolean {
  if (serverAddress !== null && !isLoopback(serverAddress)) return own.includes(serverAddress)
  return connectedTo.startsWith('/') || connectedTo === 'localhost' || isLoopback(connectedTo)
}

const ownAddresses = () => Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address))

async function readDisk(folder: string): Promise<FoundDisk> {
  const found = await statfs(folder).catch(() => null)
  if (!found) return { reason: 'folder_unreadable', folder }
  return { folder, totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize }
}

/** The disk of `databaseFolder`; without one that of the folder which a database on this machine names. Otherwise why it is not known. */
export function findDisk({ options }: Pool, databaseFolder: string | null, place: DatabasePlace): Promise<FoundDisk> | FoundDisk {
  if (databaseFolder) return readDisk(databaseFolder)
  if (!isOnThisMachine(place.address, options.host ?? '', ownAddresses())) return { reason: 'another_machine', folder: null }
  return place.folder ? readDisk(place.folder) : { reason: 'folder_not_told', folder: null }
}
