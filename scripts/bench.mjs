import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findAlertmanager, findChromium } from './find-test-programs.mjs'
import { ensureInstalled } from './install.mjs'
import { findPinnedNode, root, runMain } from './project.mjs'
import { runProgram } from './run-program.mjs'

/** `npm run bench` measures everything; `npm run bench -- ingest` and further names only these parts. */
await runMain(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  // As `npm start` does.
  await runProgram(findPinnedNode(), ['--no-warnings', join(root, 'scripts', 'strip-types.mjs')], { quiet: true })
  const [chromium, alertmanager] = [await findChromium(), await findAlertmanager()]
  const env = { CHROMIUM_PATH: chromium, ...(alertmanager && { ALERTMANAGER_PATH: alertmanager }) }
  const { code } = await runProgram(findPinnedNode(), [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], { env })
  return code
})
