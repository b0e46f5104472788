import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findPinnedNode, root, runMain } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** `npm run build-agent` makes the packages of the VM agent in `apps/agent/dist`; `npm run build-agent -- linux-x64` only one of them. */
await runMain(async () => {
  await ensureInstalled()
  const { code } = await runProgram(findPinnedNode(), [join(root, 'scripts', 'build-agent-packages.mjs'), ...process.argv.slice(2)])
  return code
})
