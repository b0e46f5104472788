import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateExpression } from './evaluate-expression.ts'

const evaluate = async (expression: string, input: unknown = {}) => {
  const answer = await evaluateExpression(expression, JSON.stringify(input))
  return 'output' in answer ? JSON.parse(answer.output) : answer.problem
}

test('an expression reshapes a body, regular expressions included', async () => {
  const body = {
    items: [
      { n: 'web-01', s: 2 },
      { n: 'db-01', s: 0 },
    ],
  }
  assert.deepEqual(await evaluate('items[s > 0].{"id": n, "status": "bad", "host": $uppercase(n)}', body), {
    id: 'web-01',
    status: 'bad',
    host: 'WEB-01',
  })
  assert.deepEqual(await evaluate('$match("a1b22", /[0-9]+/).match'), ['1', '22'])
  assert.deepEqual(await evaluate('$replace("disk C: full", /^disk (\\w):.*/i, "$1")'), 'C')
})

test('what is wrong with an expression is said', async () => {
  assert.match(await evaluate('items['), /end of expression/i)
  assert.equal(await evaluate('nothing.here'), 'it results in nothing')
  assert.match(await evaluate('$eval("1")'), /not available/)
})

test('no expression hangs the server, however it tries', { timeout: 60_000 }, async () => {
  let turns = 0
  const ticking = setInterval(() => {
    turns += 1
  }, 5)
  const start = performance.now()
  const hostile = [
    '($f := function($n) { $f($n) + 1 }; $f(1))',
    '($f := function($n) { $f($n + 1) }; $f(1))',
    '[1..10000000]',
    '$pad("x", 50000000)',
    '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)',
    '[1..9000].($x := $; [1..9000].($x * $)) ~> $sum',
    '$reduce([1..9999], function($a, $b) { $a & $a }, "xxxxxxxx")',
  ]
  for (const expression of hostile) await evaluate(expression)
  const ms = performance.now() - start
  clearInterval(ticking)
  assert.ok(ms < 30_000, `${ms} ms`)
  assert.ok(turns > ms / 60, `${turns} turns in ${ms} ms`)
  assert.equal(await evaluate('1 + 1'), 2)
})

test('nothing of the process is seen', async () => {
  for (const expression of [
    'process.env',
    'constructor.constructor("return process")()',
    '("".constructor)',
    '$lookup({}, "constructor")("return process")',
    '({}).constructor("return process.env")',
    '__proto__.constructor',
    '$string(constructor)',
  ]) {
    const result = JSON.stringify(await evaluate(expression)) ?? ''
    assert.doesNotMatch(result, /PATH|native code|execPath|versions/, expression)
  }
})
