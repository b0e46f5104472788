import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runNpm } from './install.mjs'
import { cache, root, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** A package of package-lock.json by its name, with its version and the hash of its archive. */
export function readLockedPackage(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  return { name, version, integrity }
}

/** The folder of a package, also of one that is for another system: from node_modules, or fetched by `npm pack` once and checked by its hash. */
export async function fetchPackage({ name, version, integrity }) {
  const installed = join(root, 'node_modules', name)
  if (existsSync(installed) && JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version === version) return installed
  const flat = `${name.replace('@', '').replace('/', '-')}-${version}`
  const folder = join(cache, 'packages', flat)
  if (existsSync(folder)) return join(folder, 'package')
  const next = `${folder}.${process.pid}`
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true })
  say(`Fetching ${name} ${version}…`)
  const { code, output } = await runNpm(['pack', `${name}@${version}`, '--pack-destination', next, '--loglevel=error'], root)
  if (code !== 0) throw new Stop(`${name} ${version} could not be fetched: ${output.trim().split('\n').at(-1)}`)
  const archive = join(next, `${flat}.tgz`)
  if (`sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}` !== integrity)
    throw new Stop(`${name} ${version} is not what it was: its hash differs from the recorded one.`)
  const opened = await runProgram('tar', ['-xzf', archive, '-C', next], { quiet: true })
  if (opened.code !== 0) throw new Stop(`${name} ${version} could not be opened: ${opened.output.trim()}`)
  await rm(archive)
  await rename(next, folder)
  return join(folder, 'package')
}
