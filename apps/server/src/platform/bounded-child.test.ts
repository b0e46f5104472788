import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBoundedChildren, timeLeft } from './bounded-child.ts'

test('questions that take long leave their turn to the next, and are answered beside them', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vakt-turns-'))
  const file = join(folder, 'go-on')
  const entry = new URL('../testing/waiting-process.ts', import.meta.url)
  const ask = createBoundedChildren(entry, { heapMegabytes: 32, idleMs: 10, quickMs: 1000, slowAtOnce: 1 })
  const partsOf: number[] = []
  const priorities = new Set<number>()
  const put = (request: { file: string | null }, index = 0) =>
    ask(request, 60_000, () => {
      partsOf[index] = 0
      return (answer) => {
        if ('part' in (answer as object)) partsOf[index] = (partsOf[index] ?? 0) + 1
        if ('priority' in (answer as object)) priorities.add((answer as { priority: number }).priority)
        return 'end' in (answer as object)
      }
    })
  try {
    let ended = 0
    const long = [1, 2].map((index) => put({ file }, index).finally(() => ended++))
    assert.equal(await put({ file: null }), 'answered')
    assert.equal(ended, 0)
    writeFileSync(file, '')
    assert.deepEqual(await Promise.all(long), ['answered', 'answered'])
    // What came before the turn was left is not taken twice.
    assert.deepEqual(partsOf, [1, 1, 1])
    // The processes let those go first that answer people.
    assert.deepEqual([...priorities], [Math.max(5, getPriority())])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('time in which the processors were with others is not counted, unless it is without end', () => {
  assert.equal(timeLeft(1000, { elapsedMs: 1000, waitedMs: 0 }), 0)
  assert.equal(timeLeft(1000, { elapsedMs: 1000, waitedMs: 700 }), 700)
  assert.equal(timeLeft(1000, { elapsedMs: 1700, waitedMs: 700 }), 0)
  assert.equal(timeLeft(1000, { elapsedMs: 4900, waitedMs: 4800 }), 100)
  assert.equal(timeLeft(1000, { elapsedMs: 5000, waitedMs: 4900 }), 0)
})
