import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ensureWebBuilt } from './build-web.mjs'
import { findAlertmanager, findMetricPrograms, findProductionPrograms, findTestBrowser } from './find-test-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { cache, findPinnedNode, inSeconds, root, runMain, say } from './project.mjs'
import { findTooManyFlaky, retryFailedFiles } from './retry-failed-files.mjs'
import { runProgram } from './run-program.mjs'
import { inOrderOfLength, shareOut } from './share-out.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { openTestRunFolders } from './test-run-folder.mjs'
import { keepTestTimes, readTestTimes } from './test-times.mjs'

/** Of one test without a timeout of its own. Whatever it leaves open then does not keep the run from ending. */
const testTimeoutMs = 120_000
/**
 * Of one process test: what it starts takes several times as long on a slow machine. It is a guard alone, so that the tests need none of their own; a
 * file whose tests take longer together is not ended by it.
 */
const processTestTimeoutMs = 600_000
const isProcessTest = (path) => path.endsWith('.process.test.ts')
/** For fewer files than this, a second PostgreSQL costs more time than it saves. */
const fewFiles = 20
const slowestCount = 10
const withDatabase = join(root, 'apps', 'server', 'src', 'testing', 'with-test-database.ts')
const browserConfig = join(root, 'e2e', 'playwright.config.ts')
const componentConfig = join(root, 'apps', 'web', 'vitest.config.ts')

/** Those that share a process, and those that have one each. */
function listNodeTests(words) {
  // One of the longest process tests is in scripts: it begins with the others instead of running alone at their end.
  const files = ['scripts', 'bench', 'packages', 'apps']
    .flatMap((folder) => listTests(folder))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  return { shared: files.filter((path) => !isProcessTest(path)), alone: files.filter(isProcessTest) }
}

/** One process runs its files one after another, so two share them, each with a PostgreSQL of its own. The second one's output is shown at its end. */
async function runInHalves(files, env) {
  say(`\nnode tests, ${files.length} files`)
  const start = performance.now()
  const times = await readTestTimes()
  const halves = files.length < fewFiles ? [files] : shareOut(files, times, 2)
  const args = ['--test', '--test-isolation=none']
  const counts = await Promise.all(halves.map((half, index) => runCounted(`node-tests-${index}`, args, half, env, { quiet: index > 0 })))
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const failures = Object.assign({}, ...counts.map((count) => count.failures))
  await keepTestTimes(Object.assign({}, ...counts.map((count) => count.times)))
  const all = (key) => counts.flatMap((count) => count[key] ?? [])
  const totals = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  return {
    name: 'node tests',
    ...totals,
    failures,
    flaky: all('flaky'),
    ended: all('ended'),
    slowest: all('slowest'),
    time: inSeconds(start),
  }
}

/** What ends before it has counted its tests is run once more on CI, as a file that fails is; `ended` says where that was. */
async function runCounted(name, args, files, env, options) {
  const first = await runNode(name, args, files, env, options)
  if (!first.ended || !process.env.CI) return first
  const again = await runNode(name, args, files, env, options)
  return again.ended ? again : { ...again, flaky: [{ file: name, name: 'all files', error: first.ended }] }
}

/** They often wait for what they start, so more of them run at once than there are processors. Node tests beside them would exceed their time limits. */
async function runProcessTests(files, env) {
  say(`\nprocess tests, ${files.length} files`)
  const start = performance.now()
  const args = ['--test', '--test-isolation=process', '--test-concurrency=3']
  const { times, ...counts } = await runNode('process-tests', args, inOrderOfLength(files, await readTestTimes()), env)
  await keepTestTimes(times)
  return { name: 'process tests', ...counts, time: inSeconds(start) }
}

/** A file that only fails beside others on a slow machine is reported as flaky. */
async function retryAlone(outcomes, env) {
  const args = ['--test', '--test-isolation=process', '--test-concurrency=1']
  return await retryFailedFiles(outcomes, (file) => {
    say(`\nonce more, alone: ${relative(root, file)}`)
    return runNode('retry', args, [file], env)
  })
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
  const timeoutMs = files.every(isProcessTest) ? processTestTimeoutMs : testTimeoutMs
  const limits = [`--test-timeout=${timeoutMs}`, '--test-force-exit']
  const { code, output } = await runProgram(node, [withDatabase, node, ...args, ...limits, ...reporters, ...files], {
    env: { NODE_ENV: 'test', ...env },
    quiet,
  })
  if (quiet) say(output)
  const { at, tests, passed = 0, failed = 0, skipped = 0, failures = {}, times = {}, slowest = [] } = await readLastLine(counted)
  const ended =
    tests === undefined
      ? `${name} ended with code ${code} before it had counted its tests, ${at ? `at ${at}` : 'before the first'}.`
      : undefined
  if (ended) say(ended)
  return judge({ code, passed, failed, skipped, failures, times, slowest, ended })
}

/** Component tests leave half of the processors idle, so they run beside the process tests, and show their output at their end. */
const runProcessAndComponentTests = (files, components, env) =>
  Promise.all([runProcessTests(files, env), runComponentTests(components, env, { quiet: true })])

/** Parts of the interface, each in a browser without a server. */
async function runComponentTests(files, env, { quiet = false } = {}) {
  const name = 'component tests'
  const title = `\n${name}, ${files.length} files`
  if (!quiet) say(title)
  const start = performance.now()
  const report = join(env.TMPDIR, 'component-tests.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', componentConfig, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runProgram(findPinnedNode(), [vitest, ...args, ...files], { env, quiet })
  if (quiet) say(`${title}\n${output}`)
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0, testResults = [] } = await readJson(report)
  const slowest = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ file, name: title, time: duration ?? 0 })),
  )
  return { name, ...judge({ code, passed, failed, skipped }), slowest, time: inSeconds(start) }
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
  const { stats = {}, suites = [] } = await readJson(report)
  const { expected = 0, flaky: flakyCount = 0, unexpected = 0, skipped = 0 } = stats
  const outcome = judge({ code, passed: expected + flakyCount, failed: unexpected, skipped })
  const stories = suites.flatMap(listStories)
  const flaky = stories.filter((story) => story.isFlaky)
  return { name, ...outcome, flaky, slowest: stories, time: inSeconds(start) }
}

/** Of a suite in Playwright's report, and of those within it. */
const listStories = ({ specs = [], suites = [] }) => [
  ...specs.map(({ file, title, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const error = stripVTControlCharacters(results.find((result) => result.error)?.error.message ?? '').split('\n')[0]
    return {
      ...{ file: join('e2e', file), name: title, error },
      isFlaky: tests.some(({ status }) => status === 'flaky'),
      time: Math.max(0, ...results.map(({ duration }) => duration)),
    }
  }),
  ...suites.flatMap(listStories),
]

/** A runner that ends badly without naming a failed test is a failure of its own. */
const judge = ({ code, failed, ...rest }) => ({ ...rest, failed: code === 0 ? failed : Math.max(failed, 1) })

function sumUp(outcomes) {
  saySlowest(outcomes.flatMap(({ slowest = [] }) => slowest))
  say('')
  for (const { name, passed, failed, skipped, flaky = [], ended = [], time } of outcomes) {
    const rare = [skipped && `${skipped} skipped`, flaky.length > 0 && `${flaky.length} flaky`].filter(Boolean)
    say(`${name.padEnd(15)} ${[`${passed} passed`, `${failed} failed`, ...rare].join(', ')} (${time})`)
    for (const reason of [ended].flat()) say(`  ${reason}`)
    for (const { file, name: test, error } of flaky) say(`  flaky: ${file} › ${test}: ${error}`)
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  say(`${passed} passed, ${failed} failed`)
  if (passed + failed === 0) say('No test fits these words.')
  const tooMany = findTooManyFlaky(outcomes)
  if (tooMany.length > 0) say(`${tooMany.length} files are flaky, which is too many: something that they share is wrong.`)
  return failed > 0 || passed === 0 || tooMany.length > 0 ? 1 : 0
}

function saySlowest(tests) {
  if (tests.length <= slowestCount) return
  say(`\nthe ${slowestCount} slowest of these tests`)
  const slowest = tests.toSorted((one, other) => other.time - one.time).slice(0, slowestCount)
  for (const { file, name, time } of slowest) say(`  ${Math.round(time / 1000)} s  ${relative(root, file)} › ${name}`)
}

async function runInTurn(parts) {
  const outcomes = []
  for (const part of parts) outcomes.push(...[await part()].flat())
  return outcomes
}

const listComponentTests = (words) =>
  listTests('apps', '.test.tsx').filter((path) => words.length === 0 || words.some((word) => path.includes(word)))

function listTests(folder, ending = '.test.ts') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : listTests(path, ending)
    return entry.name.endsWith(ending) ? [path] : []
  })
}

async function readLastLine(path) {
  const text = existsSync(path) ? await readFile(path, 'utf8') : ''
  // A run that was ended may have written half a line.
  const whole = text.split('\n').slice(0, -1)
  return JSON.parse(whole.at(-1) ?? '{}')
}

async function readJson(path) {
  return existsSync(path) ? JSON.parse((await readFile(path, 'utf8')) || '{}') : {}
}

/** `npm test`, and its parts `npm test -- server`, `components` and `e2e`; further words keep only the files whose path holds one of them. */
await runMain(async () => {
  const [first, ...others] = process.argv.slice(2)
  const part = ['server', 'components', 'e2e'].includes(first) ? first : undefined
  const isAsked = (name) => part === undefined || part === name
  const words = part ? others : process.argv.slice(2)
  await ensureInstalled()
  stopWithNpm(() => process.exit(143))
  // Tests of the server do without one, but for those of the measurements.
  const chromium = await findTestBrowser().catch((error) => (part === 'server' ? undefined : Promise.reject(error)))
  const alertmanager = await findAlertmanager()
  const { folder, databases } = openTestRunFolders()
  const env = {
    TMPDIR: folder,
    VAKT_TEST_DATABASES: databases,
    // The tests start the same programs often: each takes half the time where Node keeps what it compiled.
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    ...(await findProductionPrograms()),
    ...(await findMetricPrograms()),
    ...(alertmanager && { ALERTMANAGER_PATH: alertmanager }),
    ...(chromium && { CHROMIUM_PATH: chromium }),
  }

  // The tests that start the whole program serve the portal too.
  if (part !== 'components') await ensureWebBuilt()
  const { shared, alone } = isAsked('server') ? listNodeTests(words) : { shared: [], alone: [] }
  const components = chromium && isAsked('components') ? listComponentTests(words) : []
  const runOthers = () => {
    if (components.length === 0) return runProcessTests(alone, env)
    return alone.length > 0 ? runProcessAndComponentTests(alone, components, env) : runComponentTests(components, env)
  }
  const outcomes = await runInTurn(
    [
      shared.length > 0 && (() => runInHalves(shared, env)),
      alone.length + components.length > 0 && runOthers,
      chromium && isAsked('e2e') && (() => runBrowserTests(words, env)),
    ].filter(Boolean),
  )
  return sumUp(process.env.CI ? await retryAlone(outcomes, env) : outcomes)
})
