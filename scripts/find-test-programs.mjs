import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'

const usualChromiums = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser of the tests: the one named in CHROMIUM_PATH, or Chromium's headless shell, which opens a page in a third of the processor time that
 * the whole browser takes; where it cannot be had, a Chromium.
 */
export async function findTestBrowser() {
  if (process.env.CHROMIUM_PATH) return findChromium()
  const look = () => firstThatRuns(onPath('chromium-headless-shell', 'chrome-headless-shell'))
  return (await look()) ?? ((await installPackage('chromium-headless-shell')) ? await look() : undefined) ?? (await findChromium())
}

/** A Chromium; installs Debian's where it may. */
export async function findChromium() {
  const look = () => firstThatRuns([process.env.CHROMIUM_PATH, ...usualChromiums, ...onPath('chromium', 'google-chrome'), playwrightsOwn()])
  const found = (await look()) ?? ((await installPackage('chromium')) && (await look()))
  if (found) return found
  throw new Stop('The browser tests need a Chromium: run `npx playwright install --with-deps chromium`, or name one in CHROMIUM_PATH.')
}

/** The real Alertmanager for the tests that post its notifications; null where it cannot be had. */
export async function findAlertmanager() {
  const look = () => firstThatRuns([process.env.ALERTMANAGER_PATH, ...onPath('prometheus-alertmanager', 'alertmanager')])
  const found = (await look()) ?? ((await installPackage('prometheus-alertmanager')) && (await look()))
  if (found) return found
  const advice = 'install prometheus-alertmanager, or name one in ALERTMANAGER_PATH'
  if (isContinuousIntegration) throw new Stop(`The tests need an Alertmanager: ${advice}.`)
  say(`No Alertmanager here, so the tests with a real one are skipped (${advice}).`)
  return null
}

const productionPrograms = [
  ['CADDY_PATH', 'caddy', '/usr/bin/caddy'],
  ['NGINX_PATH', 'nginx', '/usr/sbin/nginx'],
  ['GLEWLWYD_PATH', 'glewlwyd', '/usr/bin/glewlwyd'],
]

const metricPrograms = [
  ['PROMETHEUS_PATH', 'prometheus', '/usr/bin/prometheus'],
  ['NODE_EXPORTER_PATH', 'prometheus-node-exporter', '/usr/bin/prometheus-node-exporter'],
  ['VICTORIA_METRICS_PATH', 'victoria-metrics', '/usr/bin/victoria-metrics'],
]

/** The programs of Debian that `e2e/production.story.ts` runs Vakt behind, by the variable that names each; those that cannot be had are left out. */
export const findProductionPrograms = () => findPackages(productionPrograms)

/** Those that send metrics and keep them, likewise. */
export const findMetricPrograms = () => findPackages(metricPrograms)

async function findPackages(packages) {
  const found = {}
  for (const [variable, name, path] of packages) {
    const look = () => [process.env[variable], path, ...onPath(name)].find((candidate) => candidate && existsSync(candidate))
    const program = look() ?? ((await installPackage(name)) && look())
    if (program) found[variable] = program
    else if (isContinuousIntegration) throw new Stop(`The tests need ${name}: install it, or name one in ${variable}.`)
    else say(`No ${name} here, so the tests with a real one are skipped (install it, or name one in ${variable}).`)
  }
  return found
}

const isContinuousIntegration = ['true', '1'].includes(process.env.CI ?? '')

async function firstThatRuns(paths) {
  for (const path of paths) {
    if (path && existsSync(path) && (await runProgram(path, ['--version'], { quiet: true })).code === 0) return path
  }
  return undefined
}

const onPath = (...names) => (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

function playwrightsOwn() {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`Installing the package ${name}…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env, quiet: true })
  if ((await install()).code === 0) return true
  await runProgram('apt-get', ['update'], { env, quiet: true })
  return (await install()).code === 0
}
