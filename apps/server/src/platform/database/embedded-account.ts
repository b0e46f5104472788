import { readFileSync, statSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { CannotStartDatabase } from './embedded-errors.ts'

export type Account = { uid: number; gid: number }

/** Who PostgreSQL runs as: it refuses to run as root. Undefined means the user who started Vakt. */
export function chooseAccount(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = ownerOf(folder) ?? findAccount('postgres') ?? findAccount('nobody')
  if (!account) {
    throw new CannotStartDatabase(
      'PostgreSQL cannot run as root, and there is neither a user postgres nor nobody: start Vakt as an ordinary user.',
    )
  }
  return account
}

export async function giveTo(account: Account | undefined, ...paths: string[]) {
  if (account) await Promise.all(paths.map((path) => chown(path, account.uid, account.gid)))
}

function ownerOf(folder: string): Account | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

function findAccount(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
