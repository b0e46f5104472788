// `npm run remove-demo`: shows the demo customers, asks, and removes them and everything that is theirs, for good.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { readConfig } from '#server/config.ts'
import { connectDatabase, openOwner } from '#server/connect-database.ts'
import { type DemoRemoval, planDemoRemoval, removeDemoContent } from '#server/features/demo/remove-demo-content.ts'
import { commandLine } from '#server/platform/command-line.ts'
import { createLog } from '#server/platform/log.ts'

const usage = `Shows the demo customers and what they have that the demo did not make, and removes them once you agree.

  ${commandLine('remove-demo')}

  --yes     Removes them without asking
  --help    Shows this text

A provider that is in real use stays; only its demo content is removed. There is no way back but a backup.`

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Null for `--help`. */
function readArguments(args: string[]): { agreed: boolean } | null {
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean' }, help: { type: 'boolean' } } })
  return values.help ? null : { agreed: values.yes === true }
}

const describe = ({ customerId, name, stays, uses }: DemoRemoval) => {
  const own = uses.length > 0 ? `, with ${uses.join(', ')} that the demo did not make` : ''
  return stays
    ? `  stays    ${name} (${customerId}): it is in real use${own}. Its demo content goes.`
    : `  goes     ${name} (${customerId}) with everything that is in it${own}`
}

const keptText = ({ name, customerId }: { name: string; customerId: string }) =>
  `The provider ${name} (${customerId}) stays: with its people, sign-in rules, service levels and everything that was added.
Its demo resources and tickets are removed, its demo accounts are disabled and its demo ingest token is revoked.
Change its name with: ${commandLine('set-up', '--provider "Nordic Ops"')}`

async function ask(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Remove them for good? Type yes: ').finally(() => lines.close())
  return answer.trim().toLowerCase() === 'yes'
}

async function remove(pool: Pool, agreed: boolean): Promise<void> {
  const plan = await planDemoRemoval(pool)
  if (plan.length === 0) {
    say('There is no demo content here.')
    return
  }
  say(plan.map(describe).join('\n'))
  if (!agreed && !(await ask())) throw new Error(`You did not agree. Type yes when asked, or run: ${commandLine('remove-demo', '--yes')}`)
  const { removed, kept } = await removeDemoContent(pool)
  if (kept) say(keptText(kept))
  say(`Removed ${removed} demo customers with all that was theirs. They are not made again.`)
}

const cleanups: (() => Promise<void>)[] = []
try {
  const given = readArguments(process.argv.slice(2))
  if (given) {
    const config = readConfig()
    const owner = await openOwner(config, () => {}, cleanups)
    const database = await connectDatabase(config, owner, createLog('silent'), () => {})
    cleanups.push(database.close)
    await remove(database.worker, given.agreed)
  } else say(usage)
} catch (error) {
  process.stderr.write(`The demo content was not removed. ${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
