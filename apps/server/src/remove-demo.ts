// `npm run remove-demo`: removes the demo customers and everything that is theirs, for good.
import { readConfig } from '#server/config.ts'
import { removeDemoContent } from '#server/features/demo/remove-demo-content.ts'
import { commandLine } from '#server/platform/command-line.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase, openOwner } from '#server/start.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const keptText = ({ name, customerId }: { name: string; customerId: string }) =>
  `The provider ${name} (${customerId}) is in real use and stays: with its people, sign-in rules, service levels and everything that was added.
Its demo resources and tickets are removed, its demo accounts are disabled and its demo ingest token is revoked.
Change its name with: ${commandLine('set-up', '--provider "Nordic Ops"')}`

const config = readConfig()
const log = createLog('silent')
const cleanups: (() => Promise<void>)[] = []
try {
  const owner = await openOwner(config, () => {}, cleanups)
  const database = await connectDatabase(config, owner, log, () => {})
  cleanups.push(database.close)
  const { removed: count, kept } = await removeDemoContent(database.worker)
  if (kept) say(keptText(kept))
  say(count > 0 ? `Removed ${count} demo customers with all that was theirs. They are not made again.` : 'There is no demo content here.')
} catch (error) {
  process.stderr.write(`The demo content was not removed. ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
