import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { findPinnedNode, root, runMain } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { serverOptions } from './server-options.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  // Where it fails the server takes the types off by itself, as it starts.
  await runProgram(findPinnedNode(), ['--no-warnings', join(root, 'scripts', 'strip-types.mjs')], { quiet: true })
  return runServer()
})

/**
 * The server has a process group of its own: Ctrl-C reaches npm, this script and the server's group in ways that differ per shell, and the server is to be told once.
 * When this script is killed, the channel between them breaks and the server stops (stop-with-parent.mjs).
 */
function runServer() {
  const main = join(root, 'apps', 'server', 'src', 'main.ts')
  const imported = ['use-stripped.mjs', 'stop-with-parent.mjs'].flatMap((script) => [
    '--import',
    pathToFileURL(join(root, 'scripts', script)).href,
  ])
  // No compile cache: it would save a tenth of a second at the start, and the server keep 10 MB of it.
  const child = spawn(findPinnedNode(), [...serverOptions, ...imported, main, ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_ENV: 'production', ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let hasPassedOn = false
  const passOn = (signal) => {
    if (!hasPassedOn) child.kill(signal)
    hasPassedOn = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))
  stopWithNpm(() => passOn('SIGTERM'))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
