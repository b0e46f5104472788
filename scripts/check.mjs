import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findWrongDocPaths } from './doc-paths.mjs'
import { ensureInstalled } from './install.mjs'
import { cache, findPinnedNode, inSeconds, root, runMain, say } from './project.mjs'
import { runProgram } from './run-program.mjs'

const bin = (...path) => join(root, 'node_modules', ...path)
const configurationDocs = join(root, 'scripts', 'generate-configuration-docs.ts')

const checks = {
  'format and lint': () =>
    runPinned([bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off', '--max-diagnostics=40', '--error-on-warnings']),
  types: () =>
    runPinned([bin('typescript', 'bin', 'tsc'), '-p', '.', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]),
  'unused code': () => runPinned([bin('knip', 'bin', 'knip.js'), '--no-progress']),
  'feature fences': () => runPinned([join(root, 'scripts', 'check-feature-map.ts')]),
  'paths in documents': () => {
    const wrong = findWrongDocPaths()
    return { code: wrong.length > 0 ? 1 : 0, output: wrong.join('\n') }
  },
  'no marks of a merge': async () => {
    const { code, output } = await runProgram('git', ['grep', '--line-number', '--extended-regexp', '^(<{7}|[|]{7}|>{7})( |$)'], {
      quiet: true,
    })
    return { code: code === 1 ? 0 : 1, output }
  },
  ...(existsSync(configurationDocs) && { 'generated documents': () => runPinned([configurationDocs, '--check']) }),
}

const runPinned = (args) => runProgram(findPinnedNode(), args, { quiet: true })

await runMain(async () => {
  await ensureInstalled()
  const failed = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const start = performance.now()
      const { code, output } = await check()
      say(`${code === 0 ? '✓' : '✗'} ${name} (${inSeconds(start)})`)
      if (code !== 0) say(output.trim().replaceAll(/^/gm, '    '))
      return code !== 0
    }),
  )
  return failed.some(Boolean) ? 1 : 0
})
