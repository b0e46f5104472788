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

/** What Vakt's sign-in never does: pop-ups, a monitor of the provider's session, renewal by a timer of the library, passwords, proofs of possession. */
const unusedClasses = [
  'CheckSessionIFrame',
  'IndexedDbDPoPStore',
  'PopupNavigator',
  'PopupWindow',
  'SessionMonitor',
  'SilentRenewService',
  'UserInfoService',
]
const unusedMethods: Record<string, readonly string[]> = {
  OidcClient: ['processResourceOwnerPasswordCredentials', 'readSignoutResponseState', 'processSignoutResponse', 'revokeToken'],
  TokenClient: ['exchangeCredentials', 'revoke'],
  UserManager: [
    '_revokeInternal',
    '_signoutEnd',
    'dpopProof',
    'generateDPoPJkt',
    'querySessionStatus',
    'revokeTokens',
    'signinCallback',
    'signinPopup',
    'signinPopupCallback',
    'signinResourceOwnerCredentials',
    'signinSilentCallback',
    'signoutCallback',
    'signoutPopup',
    'signoutPopupCallback',
    'signoutRedirectCallback',
    'signoutSilent',
    'signoutSilentCallback',
  ],
}

type Range = { start: number; end: number }

const nameOf = (node: unknown): unknown => (isNode(node) ? node.name : undefined)

/** The inside of each unused class, which stays as an empty one, and each unused method. Throws where the library has none of that name. */
function unusedParts(tree: Node): Range[] {
  const declared = (tree.body as Node[]).flatMap(({ declarations }) => (declarations ?? []) as Node[])
  const membersOf = (name: string): { body: Node; members: Node[] } => {
    const found = declared.find(({ id }) => nameOf(id) === name)?.init
    const body = isNode(found) ? found.body : undefined
    if (!isNode(body)) throw new Error(`The sign-in library has no class ${name}.`)
    return { body, members: body.body as Node[] }
  }
  const insides = unusedClasses.map((name) => membersOf(name).body).map(({ start, end }) => ({ start: start + 1, end: end - 1 }))
  const methods = Object.entries(unusedMethods).flatMap(([name, unused]) => {
    const { members } = membersOf(name)
    return unused.map((method) => {
      const found = members.find(({ key }) => nameOf(key) === method)
      if (!found) throw new Error(`${name} of the sign-in library has no ${method}.`)
      return found
    })
  })
  return [...insides, ...methods]
}

/** Blanks in the place of what Vakt's sign-in never uses. */
export function withoutUnused(code: string, parse: (code: string) => unknown): string {
  let rest = code
  for (const { start, end } of unusedParts(parse(code) as Node)) {
    rest = rest.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end)
  }
  return rest
}

/** A fifth of the sign-in library are lines for a log that Vakt never turns on, and another fifth is for what it never does. */
export const quietSignInPlugin = (): Plugin => ({
  name: 'quiet-sign-in',
  apply: 'build',
  transform(this: Rollup.TransformPluginContext, code: string, id: string) {
    const parse = (text: string) => this.parse(text)
    return library.test(id) ? { code: quiet(withoutUnused(code, parse), parse), map: null } : null
  },
})
