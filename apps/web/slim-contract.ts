import type { Plugin, Rollup } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const contractFile = /\/packages\/contract\/src\/(?:[\w-]+\/)?[\w-]+\.ts$/
/** Fields of an operation that nothing in the browser reads. What a form needs of a body it imports by the name of its schema. */
const unread = new Set([
  ...['summary', 'query', 'body', 'result', 'showsSecret', 'announces', 'announcesNothing'],
  ...['records', 'recordsItself', 'recordsNothing', 'tokenAccess', 'signedInWhen', 'ownUsersOnly', 'openToLimited', 'bodyLimitInBytes'],
])

/** Of these fields it is read only whether they are there: a text, and the schema of a row. */
const unreadText = 'noIdempotencyKey'
const unreadSchema = 'listOf'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown): unknown => (isNode(node) ? node.name : undefined)
/** Of the access it is read only whether it is `public`: anyone may make the call, without a token. */
const isOtherAccess = ({ key, value }: Node) => nameOf(key) === 'access' && (value as Node).value !== 'public'

/** The calls that run when the module is loaded; what a function does is its own affair. */
function callsAtStart(node: Node): Node[] {
  if (/Function/.test(node.type)) return []
  return [...(node.type === 'CallExpression' ? [node] : []), ...childrenOf(node).flatMap(callsAtStart)]
}

/** `left` stands in place of what is cut. */
type Range = { start: number; end: number; left?: string }

function unreadFields(call: Node): Range[] {
  const [definition] = call.arguments as Node[]
  if (nameOf(call.callee) !== 'operation' || definition?.type !== 'ObjectExpression') return []
  const fields = definition.properties as Node[]
  const texts = fields.filter(({ key }) => nameOf(key) === unreadText).map(({ value }) => value as Node)
  const withoutQuotes = texts.map(({ start, end }) => ({ start: start + 1, end: end - 1 }))
  const unreadOnes = fields
    .map((field, index) => ({ field, start: field.start, end: fields[index + 1]?.start ?? definition.end - 1 }))
    .filter(({ field }) => unread.has(String(nameOf(field.key))) || isOtherAccess(field))
  const schemas = fields.filter(({ key }) => nameOf(key) === unreadSchema).map(({ value }) => value as Node)
  return [...withoutQuotes, ...unreadOnes, ...schemas.map(({ start, end }) => ({ start, end, left: '1' }))]
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/**
 * Takes out of the contract what only the server needs: schemas of queries, bodies and results, and the words of the API document.
 * The browser keeps methods, paths, whether a call is public, and the schemas that it names.
 */
export function slimContract(code: string, parse: (code: string) => unknown): string {
  const calls = callsAtStart(parse(code) as Node)
  const cut = calls.flatMap(unreadFields)
  const isCut = ({ start }: { start: number }) => cut.some((range) => range.start <= start && start < range.end)
  let slim = code
  for (const { start, end, left = '' } of cut)
    slim = slim.slice(0, start) + left + blank(slim.slice(start + left.length, end)) + slim.slice(end)
  for (const { start } of calls.filter((call) => !isCut(call)).toSorted((a, b) => b.start - a.start)) {
    slim = `${slim.slice(0, start)}/*#__PURE__*/${slim.slice(start)}`
  }
  return slim
}

/** For the build alone: what is cut away is never missed, since the browser checks nothing against the contract. It saves 4 to 10 kB a screen. */
export const slimContractPlugin = (): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  transform(this: Rollup.TransformPluginContext, code: string, id: string) {
    return contractFile.test(id) ? { code: slimContract(code, (text) => this.parse(text)), map: null } : null
  },
})
