import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, readlink, realpath, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, chooseAccount, giveTo } from './embedded-account.ts'
import { CannotStartDatabase, explainFolderError } from './embedded-errors.ts'
import { runProgram } from './embedded-processes.ts'

export type Place = {
  /** The folder that was asked for, for messages. */
  directory: string
  /** Where everything of the database is. */
  root: string
  cluster: string
  sockets: string
  secret: string
  log: string
  account: Account | undefined
  isRelocated: boolean
}

const sharedRoot = '/var/lib/vakt'

export async function preparePlace(asked: string): Promise<Place> {
  try {
    await makeFolder(asked)
    const directory = await realpath(asked)
    const link = join(directory, 'postgres')
    const account = chooseAccount(join(link, 'db'))
    const root = await makeRoot(directory, link, account)
    const sockets = join(root, 'run')
    await mkdir(sockets, { recursive: true, mode: 0o700 })
    await giveTo(account, root, sockets)
    return {
      directory,
      root,
      cluster: join(root, 'db'),
      sockets,
      secret: join(root, 'secret'),
      log: join(root, 'postgres.log'),
      account,
      isRelocated: root !== link,
    }
  } catch (error) {
    throw explainFolderError(asked, error)
  }
}

/** As `mkdir` with `recursive`, which never ends where a folder that is there takes none, as under `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path)
  if (path !== parent && !existsSync(parent)) await makeFolder(parent)
  await mkdir(path).catch((error) => {
    if (!isFolder(path)) throw error
  })
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

async function makeRoot(directory: string, link: string, account: Account | undefined) {
  await refuseBrokenLink(link)
  if (!existsSync(link) && account && !(await canEnter(directory, account))) await relocate(directory, link, account)
  else await mkdir(link, { recursive: true, mode: 0o700 })
  return realpath(link)
}

/** The random part makes a deleted data folder mean a new database, as it does everywhere else. */
async function relocate(directory: string, link: string, account: Account) {
  const name = `${createHash('sha256').update(directory).digest('hex').slice(0, 12)}-${randomBytes(3).toString('hex')}`
  const root = join(sharedRoot, name)
  await mkdir(root, { recursive: true, mode: 0o700 })
  await chmod(sharedRoot, 0o755)
  await giveTo(account, root)
  try {
    await symlink(root, link)
  } catch (error) {
    await rmdir(root)
    if (!existsSync(link)) throw error
  }
}

async function refuseBrokenLink(link: string) {
  if (existsSync(link)) return
  const target = await readlink(link).catch(() => undefined)
  if (target)
    throw new CannotStartDatabase(
      `The database of this folder was in ${target}, which is gone: bring it back, or delete ${link} to begin with an empty one.`,
    )
}

async function canEnter(folder: string, account: Account) {
  return (await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { account })).code === 0
}
