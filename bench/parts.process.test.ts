import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { partsOfOneVakt, partsOfTheirOwn } from './parts.ts'

const run = promisify(execFile)

/**
 * The package of the agent is built, and its program run, by tests of its own, which take as long as all parts here. The storm shakes an installation of
 * several processes, for minutes at least.
 */
const leftOut = ['agent', 'storm']

async function tryParts(names: string[]): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const guard = path.join(import.meta.dirname, '..', 'scripts', 'stop-with-parent.mjs')
  const words = ['--import', guard, path.join(import.meta.dirname, 'run.ts'), ...names]
  const { stdout } = await run(process.execPath, words, { env: { ...inherited, BENCH_TRIAL: '1' } }).catch(({ stdout: said, stderr }) =>
    assert.fail(`${said}\n${stderr}`),
  )
  for (const name of names) assert.match(stdout, new RegExp(`^Measuring ${name} …$`, 'm'))
}

/** Half a minute each; with a fifth of the processors, some more. */
const options = { skip: !process.env.CHROMIUM_PATH && 'needs Chromium', timeout: 900_000 }

test('each part of the measurements that share a Vakt runs to its end, with figures', options, () => tryParts(Object.keys(partsOfOneVakt)))

test('each part of the measurements that starts its own runs to its end, with figures', options, () =>
  tryParts(Object.keys(partsOfTheirOwn).filter((name) => !leftOut.includes(name))),
)
