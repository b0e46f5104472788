import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomerTurns, createExpressionEvaluator, evaluateExpression } from './evaluate-expression.ts'
import { createExpressionChild, type ExpressionAnswer } from './expression-child.ts'

const preview = { customerId: 'a', sourceId: null }
const evaluate = async (expression: string, input: unknown = {}) => {
  const answer = await evaluateExpression(preview, { expression, input: JSON.stringify(input) })
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

test('functions that are bounded work as JSONata has them', async () => {
  const body = { name: 'web', list: ['a', 'b'], at: 0, none: null, big: 'y'.repeat(70_000) }
  for (const [expression, result] of [
    ['$pad(name, 5, "-=")', 'web-='],
    ['$map(list, $pad(?, 3, "."))', ['a..', 'b..']],
    ['$join(list, ", ")', 'a, b'],
    ['list ~> $join', 'ab'],
    ['name.$string()', 'web'],
    ['$string({"a": [1, 2.50]})', '{"a":[1,2.5]}'],
    ['$string({"a": 1}, true)', '{\n  "a": 1\n}'],
    ['name & 1 & none & missing & {"a": true} & list', 'web1null{"a":true}["a","b"]'],
    ['list.(%.name & $)', ['weba', 'webb']],
    ['($f := function($n) { $n > 0 ? $n & $f($n - 1) : "" }; $f(3))', '321'],
    ['$replace(name, "w", "$1")', '$1eb'],
    ['$replace(name, /e/, function($m) { "<" & $m.match & ">" })', 'w<e>b'],
    ['$split("a,b;c", /[,;]/, 2)', ['a', 'b']],
    ['$ ~> | $ | {"name": "db"}, ["big", "list", "at", "none"] |', { name: 'db' }],
    ['$fromMillis(at, "[Y0001]-[M01]-[D01]")', '1970-01-01'],
    ['$length($now())', 24],
    ['$formatNumber(1234.5, "#,##0.00")', '1,234.50'],
    ['$base64decode($base64encode(name))', 'web'],
    ['$length($substring(big, 0, 69000))', 69_000],
  ] as const)
    assert.deepEqual(await evaluate(expression, body), result, expression)
})

test('what is wrong with an expression is said', async () => {
  assert.match(await evaluate('items['), /end of expression/i)
  assert.equal(await evaluate('nothing.here'), 'it results in nothing')
  assert.match(await evaluate('$eval("1")'), /not available/)
})

test('what would make much of little is refused before it is made', async () => {
  const body = { width: 100_000_000, big: 'y'.repeat(60_000) }
  for (const expression of [
    '{"id": $pad("x", width)}',
    '$pad("", -width, "#")',
    '$map(["a"], $pad(?, 100000000))',
    '"x" ~> $pad(width)',
    '$join([1..999].$string($), big)',
    '$string([1..999].($$.big))',
    '$string([[[[[1]]]]] ~> $append([1..9000]), true)',
    '"" & [1..999].($$.big)',
    '$replace(big, "y", big)',
    '$replace(big, /y/, "$0$0$0")',
    '$split(big, "")',
    '$match(big, /y/)',
    '$base64encode(big & big)',
    '$fromMillis(0, "[Y,99999999]")',
    '$now("[Y,99999999]")',
    '$formatNumber(1, big)',
    '$formatInteger(1, big)',
    '$reduce([1..99], function($a, $b) { $a & $a }, "xxxxxxxx")',
    '[1..999].($$.big)',
  ])
    assert.match(
      await evaluate(expression, body),
      /longer than 64 kB|more than 10,000|maximum sequence length|larger than 64 kB|Invalid string length/,
      expression,
    )
})

test('an expression that aborts its process ends nothing else, and the next one is evaluated', async () => {
  const ask = createExpressionChild({ heapMegabytes: 16, timeoutMs: 20_000, idleMs: 1000 })
  const body = JSON.stringify({ big: 'y'.repeat(60_000) })
  const answer = await ask({ expression: '$map([1..9999], function($v) { $uppercase($$.big) })', input: body })
  assert.deepEqual(answer, { problem: 'it needs more memory than it may take', failure: 'limit' })
  assert.deepEqual(await ask({ expression: '1 + 1', input: '0' }), { output: '2' })
})

test('an expression that runs in circles, or in one long step, is ended', async () => {
  const ask = createExpressionChild({ heapMegabytes: 48, timeoutMs: 1000, idleMs: 1000 })
  for (const expression of [
    '($f := function($n) { $f($n + 1) }; $f(1))',
    '[1..9000].($x := $; [1..9000].($x * $)) ~> $sum',
    '$distinct([1..9999].{"a": $})',
  ])
    assert.deepEqual(await ask({ expression, input: '0' }), { problem: 'it takes longer than it may', failure: 'limit' }, expression)
  assert.deepEqual(await ask({ expression: '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)', input: '0' }), {
    problem: 'it results in nothing',
  })
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

test('customers take turns, however much one of them has waiting', async () => {
  const takeTurn = createCustomerTurns()
  const order: string[] = []
  const work = (customerId: string, count: number) =>
    Array.from({ length: count }, (_, number) => takeTurn(customerId, async () => void order.push(`${customerId}${number}`)))
  await Promise.all([...work('a', 30), ...work('b', 2), ...work('c', 1)])
  assert.deepEqual(order.slice(0, 6), ['a0', 'b0', 'c0', 'a1', 'b1', 'a2'])
  assert.equal(order.length, 33)
})

test('each time that a source exceeds the limits pauses that source alone, longer each time', async () => {
  let now = 0
  let answer: ExpressionAnswer = { problem: 'it takes longer than it may', failure: 'limit' }
  const asked: string[] = []
  const evaluateAt = createExpressionEvaluator(
    async ({ input }) => {
      asked.push(input)
      return input === '"good"' ? { output: '1' } : answer
    },
    () => now,
  )
  const ask = (customerId: string, sourceId: string | null, input: string) =>
    evaluateAt({ customerId, sourceId }, { expression: 'same', input: JSON.stringify(input) })
  const retryOf = async (asking: ReturnType<typeof ask>) => {
    const outcome = await asking
    return 'retryInMs' in outcome ? [outcome.retryInMs, outcome.isOwnFault] : outcome
  }
  assert.deepEqual(await retryOf(ask('1001', 's', 'bad')), [10_000, true])
  assert.deepEqual(await retryOf(ask('1001', 's', 'good')), [10_000, false])
  // The same expression at another source, at another customer, and in a preview.
  assert.deepEqual(await ask('1001', 't', 'good'), { output: '1' })
  assert.deepEqual(await ask('1002', 's', 'good'), { output: '1' })
  assert.deepEqual(await ask('1001', null, 'bad'), answer)
  assert.deepEqual(await ask('1001', null, 'good'), { output: '1' })
  now = 10_000
  assert.deepEqual(await retryOf(ask('1001', 's', 'bad')), [60_000, true])
  now = 70_000
  assert.deepEqual(await retryOf(ask('1001', 's', 'bad')), [300_000, true])
  now = 370_000
  assert.deepEqual(await ask('1001', 's', 'good'), { output: '1' })
  assert.deepEqual(await retryOf(ask('1001', 's', 'bad')), [10_000, true])
  answer = { problem: 'the process for expressions does not start', failure: 'machine' }
  assert.deepEqual(await retryOf(ask('1002', 's', 'bad')), [2000, false])
  assert.equal(asked.length, 10)
})
