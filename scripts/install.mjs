import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inSeconds, root, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { withLock } from './with-lock.mjs'

/** Brings node_modules in line with package-lock.json; does nothing when it already is. */
export async function ensureInstalled() {
  if (await isInstalled()) return
  await withLock('install', async () => {
    if (!(await isInstalled())) await install()
  })
}

/** npm writes node_modules/.package-lock.json last, so a broken install does not look complete. */
async function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const [wanted, installed] = await Promise.all([readPackages(join(root, 'package-lock.json')), readPackages(installedFile)])
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.peer) return true
    return installed[path]?.version === entry.version && existsSync(join(root, path))
  })
}

const readPackages = async (path) => JSON.parse(await readFile(path, 'utf8')).packages

async function install() {
  const start = performance.now()
  say('Installing packages (only the first time and after an update; usually under a minute)…')
  const ticker = setInterval(() => say(`  still installing, ${Math.round((performance.now() - start) / 1000)} s`), 10_000)
  try {
    await installPackages(['--include=dev'])
  } finally {
    clearInterval(ticker)
  }
  say(`Installed in ${inSeconds(start)}.`)
}

/**
 * Installs what package-lock.json names, at exactly those versions. Not `npm ci`, which first removes all that is there. Throws a Stop that says
 * why it failed.
 */
export async function installPackages(args, cwd = root) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const { code, output } = await runNpm(['install', '--no-save', '--include=optional', ...quiet, ...args], cwd)
  if (code !== 0) throw new Stop(explainFailure(output))
}

export function runNpm(args, cwd) {
  const { npm_execpath: running = '' } = process.env
  // Settings that npm passes on for its own run (npm --prefix …) must not reach the inner one.
  const env = {
    npm_config_prefix: undefined,
    npm_config_local_prefix: undefined,
    npm_config_global: undefined,
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
  }
  if (basename(running).startsWith('npm') && existsSync(running))
    return runProgram(process.execPath, [running, ...args], { cwd, env, quiet: true })
  return runProgram('npm', args, { cwd, env, quiet: true, shell: process.platform === 'win32' })
}

const causes = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET/,
    'the package registry cannot be reached; check the network or the proxy settings of npm',
  ],
  [/ENOSPC/, 'the disk is full'],
  [/EACCES|EPERM|EROFS/, `the folder ${root} cannot be written; run it as the user who owns the folder`],
  [/ENOENT.*npm|spawn npm/, 'there is no npm on the path; install Node.js with npm'],
  [/EUSAGE/, 'package.json and package-lock.json do not belong together; run npm install'],
]

function explainFailure(output) {
  const cause = causes.find(([pattern]) => pattern.test(output))?.[1]
  const lines = output.split('\n').flatMap((line) => /^npm error (?!A complete log|code )(.+)/.exec(line)?.[1] ?? [])
  return `The packages could not be installed: ${cause ?? lines[0] ?? output.trim().split('\n').at(-1)}.`
}
