import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'

type Failure = { name: string; error: string }
type Flaky = Failure & { file: string }
type Count = { passed: number; failed: number; failures: Record<string, Failure[]> }
type Outcome = Count & { flaky?: Flaky[] }
type Retry = {
  retryFailedFiles: (outcomes: object[], run: (file: string) => Promise<Count>) => Promise<Outcome[]>
  findTooManyFlaky: (outcomes: { flaky: Flaky[] }[]) => string[]
}
const { retryFailedFiles, findTooManyFlaky }: Retry = await import(path.join(import.meta.dirname, 'retry-failed-files.mjs'))

const folder = await mkdtemp(path.join(tmpdir(), 'vakt-retry-'))
after(() => rm(folder, { recursive: true }))

async function write(name: string, body: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `import { test } from 'node:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n${body}`)
  return file
}

/** Runs node's tests as `npm test` does. */
async function run(files: string[], isolation: 'none' | 'process'): Promise<Count> {
  const reporter = `--test-reporter=${path.join(import.meta.dirname, 'count-tests-reporter.mjs')}`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const node = spawn(process.execPath, ['--test', `--test-isolation=${isolation}`, reporter, ...files], { env })
  let output = ''
  node.stdout.on('data', (chunk) => (output += chunk))
  await once(node, 'close')
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

test('what fails beside others and passes alone is flaky, what fails twice fails', async () => {
  const mark = JSON.stringify(path.join(folder, 'mark'))
  const files = [
    await write('good.test.ts', `test('good', () => {})`),
    await write(
      'flaky.test.ts',
      `test('steady', () => {})\ntest('now and then', () => { if (!existsSync(${mark})) { writeFileSync(${mark}, ''); throw new Error('no') } })`,
    ),
    await write('bad.test.ts', `test('bad', () => { throw new Error('never') })`),
  ]
  const first = await run(files, 'none')
  assert.deepEqual([first.passed, first.failed], [2, 2])
  const retried: string[] = []
  const [outcome] = await retryFailedFiles([first], (file) => {
    retried.push(path.basename(file))
    return run([file], 'process')
  })
  assert.deepEqual(retried.sort(), ['bad.test.ts', 'flaky.test.ts'])
  assert.deepEqual([outcome?.passed, outcome?.failed], [3, 1])
  assert.deepEqual(
    outcome?.flaky?.map(({ file, name, error }) => [path.basename(file), name, error]),
    [['flaky.test.ts', 'now and then', 'no']],
  )
})

test('a file that ends its process is run again, and a failure without a file stays one', async () => {
  const file = await write('ends.test.ts', `test('ends', () => process.kill(process.pid, 'SIGKILL'))`)
  const first = await run([file], 'process')
  assert.deepEqual(Object.keys(first.failures), [file])
  const unnamed = { passed: 4, failed: 1, failures: {} }
  const outcomes = await retryFailedFiles([first, unnamed], (path) => run([path], 'process'))
  assert.deepEqual(
    outcomes.map(({ failed, flaky }) => [failed, flaky]),
    [
      [1, []],
      [1, []],
    ],
  )
})

test('an error after the end of a test, or in a hook, fails its file, which is run again', async () => {
  const mark = JSON.stringify(path.join(folder, 'late-mark'))
  const files = [
    await write(
      'late.test.ts',
      `test('leaves a timer', () => { if (!existsSync(${mark})) setTimeout(() => { writeFileSync(${mark}, ''); throw new Error('late') }, 5) })
       test('goes on', () => new Promise((resolve) => setTimeout(resolve, 100)))`,
    ),
    await write(
      'hook.test.ts',
      `import { after } from 'node:test'\nafter(() => { throw new Error('not cleaned') })\ntest('good', () => {})`,
    ),
  ]
  const first = await run(files, 'none')
  assert.equal(first.failed, 2)
  const [outcome] = await retryFailedFiles([first], (file) => run([file], 'process'))
  assert.equal(outcome?.failed, 1)
  assert.deepEqual(
    outcome?.flaky?.map(({ file, name, error }) => [path.basename(file), name, error]),
    [['late.test.ts', 'leaves a timer, after its end', 'Error: late']],
  )
})

test('up to five flaky files are a chance, more are too many', () => {
  const flakyIn = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ flaky: [{ file: `${index}.test.ts`, name: 'a', error: '' }] }))
  assert.deepEqual(findTooManyFlaky([...flakyIn(5), ...flakyIn(5)]), [])
  assert.equal(findTooManyFlaky(flakyIn(6)).length, 6)
})
