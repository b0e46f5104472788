import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt } from './build-web.mjs'
import { findAlertmanager, findMetricPrograms, findProductionPrograms, findTestBrowser } from './find-test-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { cache, findPinnedNode, inSeconds, root, runMain, say } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { openTestRunFolder } from './test-run-folder.mjs'

/** Of one test without a timeout of its own. Whatever it leaves open then does not keep the run from ending. */
const testTimeoutMs = 120_000
/** For fewer files than this, a second PostgreSQL costs more time than it saves. */
const fewFiles = 20
const withDatabase = join(root, 'apps', 'server', 'src', 'testing', 'with-test-database.ts')
const browserConfig = join(root, 'e2e', 'playwright.config.ts')

async function runNodeTests(words, env) {
  const files = ['packages', 'apps', 'scripts']
    .flatMap(listTests)
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  const inProcess = files.filter((path) => !path.endsWith('.process.test.ts'))
  const alone = files.filter((path) => path.endsWith('.process.test.ts'))
  return [
    ...(inProcess.length > 0 ? [await runInHalves(inProcess, env)] : []),
    ...(alone.length > 0 ? [await runProcessTests(alone, env)] : []),
  ]
}

/** One process runs its files one after another, so two share them, each with a PostgreSQL of its own. The second one's output is shown at its end. */
async function runInHalves(files, env) {
  say(`\nnode tests, ${files.length} files`)
  const start = performance.now()
  const halves = files.length < fewFiles ? [files] : [0, 1].map((half) => files.filter((_, index) => index % 2 === half))
  const args = ['--test', '--test-isolation=none']
  const counts = await Promise.all(halves.map((half, index) => runNode(`node-tests-${index}`, args, half, env, { quiet: index > 0 })))
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  return { name: 'node tests', passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), time: inSeconds(start) }
}

/** They mostly wait for what they start, so more of them run at once than there are processors. */
async function runProcessTests(files, env) {
  say(`\nprocess tests, ${files.length} files`)
  const start = performance.now()
  const args = ['--test', '--test-isolation=process', '--test-concurrency=3']
  return { name: 'process tests', ...(await runNode('process-tests', args, files, env)), time: inSeconds(start) }
}

async function runNode(name, args, files, env, { quiet = false } = {}) {
  const counted = join(env.TMPDIR, `${name}.json`)
  const counter = pathToFileURL(join(root, 'scripts', 'count-tests-reporter.mjs')).href
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${counter}`,
    `--test-reporter-destination=${counted}`,
  ]
  const node = findPinnedNode()
  const limits = [`--test-timeout=${testTimeoutMs}`, '--test-force-exit']
  const { code, output } = await runProgram(node, [withDatabase, node, ...args, ...limits, ...reporters, ...files], {
    env: { NODE_ENV: 'test', ...env },
    quiet,
  })
  if (quiet) say(output)
  const { passed = 0, failed = 0, cancelled = 0, skipped = 0 } = await readJson(counted)
  return judge({ code, passed, failed: failed + cancelled, skipped })
}

async function runBrowserTests(words, env) {
  const name = 'browser tests'
  say(`\n${name}`)
  const start = performance.now()
  const report = join(env.TMPDIR, 'browser-tests.json')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const { code } = await runProgram(findPinnedNode(), [cli, 'test', '--config', browserConfig, '--reporter=list,json', ...words], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = (await readJson(report)).stats ?? {}
  return { name, ...judge({ code, passed: expected + flaky, failed: unexpected, skipped }), time: inSeconds(start) }
}

/** A runner that ends badly without naming a failed test is a failure of its own. */
const judge = ({ code, failed, ...rest }) => ({ ...rest, failed: code === 0 ? failed : Math.max(failed, 1) })

function sumUp(outcomes) {
  say('')
  for (const { name, passed, failed, skipped, time } of outcomes) {
    say(`${name.padEnd(14)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${time})`)
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  say(`${passed} passed, ${failed} failed`)
  if (passed + failed === 0) say('No test fits these words.')
  return failed > 0 || passed === 0 ? 1 : 0
}

function listTests(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : listTests(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

async function readJson(path) {
  return existsSync(path) ? JSON.parse((await readFile(path, 'utf8')) || '{}') : {}
}

/** `npm test`, `npm test -- server`, `npm test -- e2e`; further words keep only the files whose path holds one of them. */
await runMain(async () => {
  const [first, ...others] = process.argv.slice(2)
  const part = first === 'server' || first === 'e2e' ? first : undefined
  const words = part ? others : process.argv.slice(2)
  await ensureInstalled()
  stopWithNpm(() => process.exit(143))
  const chromium = part !== 'server' && existsSync(browserConfig) ? await findTestBrowser() : undefined
  const alertmanager = await findAlertmanager()
  const env = {
    TMPDIR: openTestRunFolder(),
    // The tests start the same programs often: each takes half the time where Node keeps what it compiled.
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    ...(await findProductionPrograms()),
    ...(await findMetricPrograms()),
    ...(alertmanager && { ALERTMANAGER_PATH: alertmanager }),
    ...(chromium && { CHROMIUM_PATH: chromium }),
  }

  // The tests that start the whole program serve the portal too.
  await ensureWebBuilt()
  const outcomes = []
  if (part !== 'e2e') outcomes.push(...(await runNodeTests(words, env)))
  if (chromium) outcomes.push(await runBrowserTests(words, env))
  return sumUp(outcomes)
})
