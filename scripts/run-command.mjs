import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findPinnedNode, root, runMain } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** `node scripts/run-command.mjs NAME …`: runs a command of the server with the pinned Node, in the folder where npm was called. */
await runMain(async () => {
  const [name, ...parameters] = process.argv.slice(2)
  await ensureInstalled()
  const { code } = await runProgram(findPinnedNode(), [join(root, 'apps', 'server', 'src', `${name}.ts`), ...parameters], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
  })
  return code
})
