export type SourceFile = { path: string; text: string }
export type FeatureMap = Record<string, string[]>

type Import = { path: string; target: string; line: number }
type Fence = (file: Import, map: FeatureMap) => string | undefined

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"`])([^'"`\n]+)\1/gm
const featurePattern = /^apps\/(\w+)\/src\/features\/([^/]+)\//
const targetPattern = /^#(\w+)\/features\/([^/]+)\/(.+)$/

/** One line per broken boundary of the house: `path:line: why`. */
export function findBrokenFences(files: SourceFile[], map: FeatureMap): string[] {
  const broken = files.flatMap((file) =>
    readImports(file).flatMap((found) => fences.flatMap((fence) => explainBreak(found, fence(found, map)))),
  )
  return [...findCircles(map), ...broken, ...files.flatMap(findEnvironmentReads), ...files.flatMap(findUnguardedRequests)]
}

const explainBreak = ({ path, line, target }: Import, reason: string | undefined) =>
  reason ? [`${path}:${line}: '${target}': ${reason}`] : []

function readImports({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({
    path,
    target: match[2] ?? '',
    line: lineAt(text, match.index + match[0].length),
  }))
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isWithin = (target: string, prefix: string) => target.startsWith('./') || target.startsWith(prefix)

const fences: Fence[] = [
  ({ target }) => (/^\.\.(\/|$)/.test(target) ? 'use #server/…, #web/… or a package name, so that the boundary shows' : undefined),

  ({ path, target }) =>
    path.startsWith('packages/contract/') && !isTest(path) && !/^typebox(\/|$)/.test(target) && !isWithin(target, '@vakt/contract/')
      ? 'the contract imports TypeBox and itself, nothing else'
      : undefined,

  ({ path, target }) =>
    path.startsWith('packages/domain/') &&
    !isTest(path) &&
    !isWithin(target, '@vakt/domain/') &&
    !target.startsWith('@vakt/contract/') &&
    target !== 'markdown-it' &&
    target !== 'croner' &&
    target !== 're2js'
      ? 'the domain is pure: it imports the contract, itself and the parsers of Markdown, of cron expressions and of regular expressions'
      : undefined,

  ({ path, target }) =>
    /^apps\/\w+\/src\/(platform|ui)\//.test(path) && targetPattern.test(target) && !isTest(path)
      ? 'platform and ui know no feature'
      : undefined,

  ({ path, target }) =>
    /^apps\/web\/src\/shared\//.test(path) && targetPattern.test(target) && !isTest(path)
      ? 'what features share knows none of them'
      : undefined,

  ({ path, target }) =>
    /^apps\/web\/src\/(platform|ui|lists)\//.test(path) && target.startsWith('#web/shared/')
      ? 'platform, ui and lists know no product words: pieces of shared are given to them'
      : undefined,

  ({ path, target }) =>
    /^apps\/web\/src\/(platform|ui)\//.test(path) && target.startsWith('#web/forms/')
      ? 'forms are made of ui, not the other way'
      : undefined,

  ({ path, target }) =>
    /^apps\/web\/src\/forms\//.test(path) && /^#web\/(?!forms\/|ui\/|platform\/(texts|format)\.ts$)/.test(target)
      ? 'forms know no feature: they are made of ui, and of texts and format of the platform'
      : undefined,

  ({ path, target }) => {
    const [, app, from] = featurePattern.exec(path) ?? []
    const [, , to] = targetPattern.exec(target) ?? []
    return app === 'web' && to && from !== to ? 'web features do not import each other; router.tsx composes them' : undefined
  },

  ({ path, target }, map) => {
    const [, app, from = ''] = featurePattern.exec(path) ?? []
    const [, , to, rest = ''] = targetPattern.exec(target) ?? []
    if (app !== 'server' || !to || from === to || isTest(path)) return undefined
    if (/(^|\/)(routes|jobs|[\w-]+-table)\.ts$/.test(rest)) return "call another feature's verbs, never its routes, jobs or tables"
    return map[from]?.includes(to) ? undefined : `${from} may not call ${to} (feature-map.ts)`
  },
]

const mayReadEnvironment = /(^|\/)config\.ts$|\.test\.tsx?$|\/testing\/|\/vite\.config\.ts$|^(e2e|bench|scripts)\//

function findEnvironmentReads({ path, text }: SourceFile) {
  if (mayReadEnvironment.test(path)) return []
  return [...text.matchAll(/\bprocess\.env\b/g)].map(({ index }) => `${path}:${lineAt(text, index)}: process.env is read in config.ts only`)
}

/** Ways to ask another server: what uses one must call `refuseInTransaction` first. */
const asksOutside =
  /(?:\bawait|\breturn|=>?|\?|:)\s*fetch\(|\.fetch\(url|from 'node:https?'[\s\S]*\brequest\(|\bnew (?:SMTPConnection|WebSocket)\(|\b(?:net|tls)\.connect\(/

function findUnguardedRequests({ path, text }: SourceFile) {
  if (!/^apps\/server\/src\/(features|platform)\//.test(path) || isTest(path) || path.endsWith('/test-browser.ts')) return []
  const [asked] = asksOutside.exec(text) ?? []
  if (asked === undefined || text.includes('refuseInTransaction(')) return []
  return [`${path}: another server is asked without refuseInTransaction (platform/database/open-transaction.ts)`]
}

function findCircles(map: FeatureMap): string[] {
  const visit = (feature: string, way: string[]): string[] => {
    if (way.includes(feature)) return [`feature-map.ts: a circle: ${[...way.slice(way.indexOf(feature)), feature].join(' → ')}`]
    return (map[feature] ?? []).flatMap((next) => visit(next, [...way, feature]))
  }
  return [...new Set(Object.keys(map).flatMap((feature) => visit(feature, [])))].slice(0, 1)
}
