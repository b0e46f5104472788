import type { Plugin, Rollup } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const library = /\/oidc-client-ts\/dist\/esm\/oidc-client-ts\.js$/
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function isLogLine(node: Node, code: string): boolean {
  const call = node.expression
  if (node.type !== 'ExpressionStatement' || !isNode(call) || call.type !== 'CallExpression' || !isNode(call.callee)) return false
  return /[lL]ogger\d*\.(debug|info|warn|error)$/.test(code.slice(call.callee.start, call.callee.end))
}

function logLines(node: Node, code: string): Node[] {
  if (isLogLine(node, code)) return [node]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => logLines(child, code))
}

/** An empty statement and blanks in the place of each line that logs, so that everything else stays where it is. */
export function quiet(code: string, parse: (code: string) => unknown): string {
  let rest = code
  for (const { start, end } of logLines(parse(code) as Node, code)) {
    rest = `${rest.slice(0, start)};${code.slice(start + 1, end).replace(/[^\n]/g, ' ')}${rest.slice(end)}`
  }
  return rest
}

/** A fifth of the sign-in library are lines for a log that Vakt never turns on. */
export const quietSignInPlugin = (): Plugin => ({
  name: 'quiet-sign-in',
  apply: 'build',
  transform(this: Rollup.TransformPluginContext, code: string, id: string) {
    return library.test(id) ? { code: quiet(code, (text) => this.parse(text)), map: null } : null
  },
})
