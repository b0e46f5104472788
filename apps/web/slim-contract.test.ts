import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { quiet, withoutUnused } from './quiet-sign-in.ts'
import { slimContract } from './slim-contract.ts'

const contract = `const row = object({ id: Type.String() })
export const NewThing = object({ name: Type.String({ maxLength: 5 }) })
export const fields = () => object({})
export const list = operation({
  summary: 'Things',
  method: 'GET',
  path: '/thing',
  query: object({ ...page }),
  access,
  listOf: row,
})
export const create = operation({ method: 'POST', path: '/thing', access: 'public', noIdempotencyKey: 'It asks.', body: NewThing, result: row })
`

test('of an operation the browser keeps where it lives, whether anyone may call it and that it lists', () => {
  const slim = slimContract(contract, parseAst)
  assert.doesNotMatch(slim, /Things|It asks|query:|result:|body:/)
  const operation = (definition: object) => definition
  const schema = (definition: object) => definition
  const Type = { String: schema }
  const run = new Function(
    'operation',
    'object',
    'Type',
    'page',
    'access',
    `${slim.replaceAll('export ', '')}; return { list, create, NewThing }`,
  )
  assert.deepEqual(run(operation, schema, Type, {}, 'signed-in'), {
    list: { method: 'GET', path: '/thing', listOf: 1 },
    create: { method: 'POST', path: '/thing', access: 'public', noIdempotencyKey: ' '.repeat(8) },
    NewThing: { name: { maxLength: 5 } },
  })
})

test('calls at the start may be left out by the bundler when no one uses what they make; those in functions are let alone', () => {
  const slim = slimContract(contract, parseAst)
  assert.match(slim, /NewThing = \/\*#__PURE__\*\/object\(\{ name: \/\*#__PURE__\*\/Type/)
  assert.match(slim, /fields = \(\) => object/)
})

test('lines that log go from the sign-in library, also where one is the whole of a condition', () => {
  const code = `if (failed) this._logger.warn('x')\nelse logger2.throw(new Error('y'))\nlogger3.debug('a',\n  'b')\nreturnTo()`
  assert.equal(quiet(code, parseAst).replace(/ +/g, ' '), `if (failed) ; \nelse logger2.throw(new Error('y'))\n; \n \nreturnTo()`)
})

test('of the sign-in library what Vakt never does is gone, and what it does is there', async () => {
  const library = await readFile(fileURLToPath(import.meta.resolve('oidc-client-ts')), 'utf8')
  const rest = withoutUnused(library, parseAst)
  assert.match(rest, /var SessionMonitor = class \{\s*\}/)
  assert.match(rest, /var PopupWindow = class extends AbstractChildWindow \{\s*\}/)
  assert.doesNotMatch(rest, /signinPopup\(|exchangeCredentials\(\{/)
  for (const used of ['signinRedirect', 'signinRedirectCallback', 'signinSilent', 'signoutRedirect', 'clearStaleState', 'removeUser'])
    assert.match(rest, new RegExp(`async ${used}\\(`))
  assert.throws(() => withoutUnused(library.replace('var SessionMonitor', 'var Monitor'), parseAst), /no class SessionMonitor/)
})
