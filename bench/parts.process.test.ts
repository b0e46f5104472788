import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { partsOfOneVakt, partsOfTheirOwn } from './parts.ts'

const run = promisify(execFile)

/**
 * The package of the agent is built, and its program run, by tests of its own, which take as long as all parts here. The storm and
 * the return of the agents shake an installation of several processes, for minutes at least.
 */
const leftOut = ['agent', 'agents-return', 'storm']

async function tryParts(names: string[]): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const guard = path.join(import.meta.dirname, '..', 'scripts', 'stop-with-parent.mjs')
  const words = ['--import', guard, path.join(import.meta.dirname, 'run.ts'), ...names]
  const { stdout } = await run(process.execPath, words, { env: { ...inherited, BENCH_TRIAL: '1' } }).catch(({ stdout: said, stderr }) =>
    assert.fail(`${said}\n${stderr}`),
  )
  for (const name of names) assert.match(stdout, new RegExp(`^Measuring ${name} …$`, 'm'))
}

/**
 * These take three seconds and more on two quiet processors: a browser, a start of its own, buckets that have to pass. `BENCH_ALL_PARTS=true npm test --
 * server parts` tries them as well.
 */
const slow = ['web', 'ticket-page', 'scrolling', 'tickets-large', 'restore', 'processes', 'import']
const isSlow = (name: string) => slow.includes(name)

const needs = !process.env.CHROMIUM_PATH && 'needs Chromium'
/** With a fifth of the processors it takes long. */
const timeout = 900_000

test('each quick part of the measurements runs to its end, with figures', { skip: needs, timeout }, () =>
  tryParts([...Object.keys(partsOfOneVakt).filter((name) => !isSlow(name)), 'rules']),
)

const onRequest = process.env.BENCH_ALL_PARTS !== 'true' && 'runs on request: BENCH_ALL_PARTS=true'

test('each other part runs to its end, with figures', { skip: onRequest || needs, timeout }, () =>
  tryParts([...slow, ...Object.keys(partsOfTheirOwn).filter((name) => !isSlow(name) && name !== 'rules' && !leftOut.includes(name))]),
)
