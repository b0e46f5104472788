export type SourceFile = { path: string; text: string }
export type FeatureMap = Record<string, string[]>
/** The files with SQL of their own that other features may call, by their path within `features`, and why. */
export type NamedSql = Record<string, string>

type Import = { path: string; target: string; line: number }
type Fence = (file: Import, map: FeatureMap) => string | undefined

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"`])([^'"`\n]+)\1/gm
const featurePattern = /^apps\/(\w+)\/src\/features\/([^/]+)\//
const targetPattern = /^#(\w+)\/features\/([^/]+)\/(.+)$/

/** One line per broken boundary of the house: `path:line: why`. */
export function findBrokenFences(files: SourceFile[], map: FeatureMap, named: NamedSql = {}): string[] {
  const broken = files.flatMap((file) =>
    readImports(file).flatMap((found) => fences.flatMap((fence) => explainBreak(found, fence(found, map)))),
  )
  return [
    ...findCircles(map),
    ...broken,
    ...findOpenTables(files, named),
    ...files.flatMap(findEnvironmentReads),
    ...files.flatMap(findUnguardedRequests),
  ]
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

const serverFeatures = 'apps/server/src/features/'
const fromTablePattern = /^(import|export)\s*(?!type\b)(?:\*|\{([^}]*)\})\s*from\s*'[^'\n]*-table\.ts'/gm
const aliasPattern = /^export const (\w+) = (\w+)$/gm
const exportedNamesPattern = /^export \{([^}]*)\}$/gm

/** What a feature lets others import must be its own: no function of a table under another path, and SQL only where it is named. */
function findOpenTables(files: SourceFile[], named: NamedSql): string[] {
  const calls = files.filter(({ path }) => featurePattern.test(path) && !isTest(path)).flatMap(readImports)
  const open = new Set(calls.filter(isOfAnotherFeature).map(({ target }) => target.replace('#server/features/', serverFeatures)))
  const holders = files.filter(({ path, text }) => open.has(path) && /\.query\s*[<(]/.test(text))
  const unnamed = holders.filter(({ path }) => !named[path.slice(serverFeatures.length)])
  const outdated = Object.keys(named).filter((name) => !holders.some(({ path }) => path === `${serverFeatures}${name}`))
  return [
    ...files.filter(({ path }) => open.has(path)).flatMap(findHandedThrough),
    ...unnamed.map(({ path }) => `${path}: other features call a file with SQL: call a verb, or name it in namedSql with its reason`),
    ...outdated.map((name) => `feature-map.ts: no other feature calls SQL in ${name}: take it out of namedSql`),
  ]
}

function isOfAnotherFeature({ path, target }: Import): boolean {
  const [, from] = /^apps\/server\/src\/features\/([^/]+)/.exec(path) ?? []
  const [, app, to] = targetPattern.exec(target) ?? []
  return from !== undefined && app === 'server' && from !== to
}

function findHandedThrough({ path, text }: SourceFile): string[] {
  const found = [...text.matchAll(fromTablePattern)]
  const namesOf = (list = '') => list.split(',').map((name) => name.trim().split(' as ')[0] ?? '')
  const imported = found.filter(([, how]) => how === 'import').flatMap(([, , list]) => namesOf(list))
  const passed = [
    ...found.filter(([, how, list]) => how === 'export' && namesOf(list).some((name) => name && !name.startsWith('type '))),
    ...found.filter(([statement, how]) => how === 'export' && /^export\s*\*/.test(statement)),
    ...[...text.matchAll(aliasPattern)].filter(([, , name = '']) => imported.includes(name)),
    ...[...text.matchAll(exportedNamesPattern)].filter(([, list]) => namesOf(list).some((name) => imported.includes(name))),
  ]
  return passed.map(
    ({ index }) => `${path}:${lineAt(text, index)}: a function of a table is passed on to other features: write a verb of this one`,
  )
}

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
