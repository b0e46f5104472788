import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findPinnedNode, root, runMain, say } from './project.mjs'
import { serverOptions } from './server-options.mjs'

/** The API server, started again on every change, and Vite in front of it. */
await runMain(async () => {
  await ensureInstalled()
  const port = process.env.PORT ?? '8080'
  const page = 'http://localhost:5181'
  say(`Open ${page} (the API server behind it listens on port ${port}).`)
  const env = { NODE_ENV: 'development', ORIGIN: page, VAKT_SERVER: `http://127.0.0.1:${port}`, ...process.env }
  const start = (args, cwd) => spawn(findPinnedNode(), args, { cwd, env, stdio: 'inherit' })
  const programs = [
    start([...serverOptions, '--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], root),
    start([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web')),
  ]
  // In a terminal Ctrl-C reaches all three; this script only has to outlive the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) for (const program of programs) program.kill(signal)
    })
  }
  const codes = programs.map(
    (program) =>
      new Promise((resolve) => {
        program.once('exit', (code) => {
          for (const other of programs) if (other !== program && other.exitCode === null) other.kill('SIGTERM')
          resolve(code ?? 0)
        })
      }),
  )
  return Math.max(...(await Promise.all(codes)))
})
