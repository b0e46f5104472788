import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from './compress-web.mjs'
import { cache, findPinnedNode, inSeconds, root, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { withLock } from './with-lock.mjs'

const web = join(root, 'apps', 'web')
const builtPage = join(web, 'dist', 'index.html')
const stamp = join(cache, 'web-build')
const folders = ['apps/web', 'packages']
const buildFiles = ['package-lock.json', 'scripts/compress-web.mjs']
const skipped = /^(dist|node_modules|testing|vitest\.config\.ts)$|\.test\.tsx?$/

/** Builds the web app when its sources have changed since the last build. */
export async function ensureWebBuilt() {
  const wanted = hashSources()
  if (await isBuilt(wanted)) return
  await withLock('web build', async () => {
    if (!(await isBuilt(wanted))) await build(wanted)
  })
}

async function build(wanted) {
  const start = performance.now()
  say('Building the web app…')
  await rm(stamp, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const env = { NODE_ENV: 'production' }
  const { code, output } = await runProgram(findPinnedNode(), [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, quiet: true })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe web app could not be built; the reason is above.`)
  await compressFiles(join(web, 'dist'))
  await writeFile(stamp, wanted)
  say(`Built in ${inSeconds(start)}.`)
}

const isBuilt = async (wanted) => existsSync(builtPage) && (await readFile(stamp, 'utf8').catch(() => '')) === wanted

function hashSources() {
  const hash = createHash('sha256')
  for (const path of [...buildFiles, ...folders.flatMap(listFiles).sort()]) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.test(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
}
