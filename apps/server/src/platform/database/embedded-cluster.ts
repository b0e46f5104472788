import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveTo } from './embedded-account.ts'
import { type Binaries, programIn } from './embedded-binaries.ts'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { isProcessAlive, runProgram } from './embedded-processes.ts'

const scratchName = /^(?:cluster|secret|scratch)-(\d+)(?:-|$)/

export async function readClusterMajor({ cluster }: Place) {
  const version = join(cluster, 'PG_VERSION')
  return existsSync(version) ? Number.parseInt(await readFile(version, 'utf8'), 10) : undefined
}

/** Made complete under another name first, so that a kill or a power cut in between leaves no half database. */
export async function createCluster(place: Place, binaries: Binaries, password: string) {
  const scratch = join(place.root, `cluster-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${scratch}.password`
  try {
    await mkdir(scratch, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    await giveTo(place.account, scratch, passwordFile)
    const names = ['-D', scratch, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256', '--data-checksums']
    const { code, output } = await runProgram(programIn(binaries.folder, 'initdb'), [...names, '-E', 'UTF8', ...localeOf(binaries)], {
      account: place.account,
      cwd: place.root,
    })
    if (code !== 0) throw new CannotStartDatabase(`PostgreSQL could not make its database in ${place.root}: ${findErrorLine(output)}`)
    await rename(scratch, place.cluster).catch((error) => {
      if (!existsSync(place.cluster)) throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The same for every process of this folder, however many begin at once. */
export async function readPassword({ root, secret, account }: Place) {
  if (!existsSync(secret)) {
    const scratch = join(root, `secret-${process.pid}-${randomBytes(4).toString('hex')}`)
    await writeFile(scratch, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    await giveTo(account, scratch)
    await link(scratch, secret).catch((error) => {
      if (!existsSync(secret)) throw error
    })
    await rm(scratch)
  }
  return readFile(secret, 'utf8')
}

export function findErrorLine(output: string) {
  const lines = output.trim().split('\n')
  const line = lines.findLast((text) => /(FATAL|PANIC|error):/.test(text)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '')
}

// The builtin locale sorts the same on every machine; PostgreSQL has it since 17.
const localeOf = ({ major }: Binaries) =>
  major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8']

/** What processes left that were killed while they made the cluster, its password or the copy of the programs. */
export async function removeLeftovers({ root }: Place) {
  for (const name of await readdir(root)) {
    const maker = Number(scratchName.exec(name)?.[1])
    if (maker && (maker === process.pid || !isProcessAlive(maker))) await removePatiently(join(root, name))
  }
}

/** The initdb of a killed Vakt may still be writing; it gives up when its files are gone. What remains is removed the next time. */
const removePatiently = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
