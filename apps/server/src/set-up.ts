// `npm run set-up`: sets up the provider and its first administrator without a browser. `--help` says how.
import { readConfig } from '#server/config.ts'
import { connectDatabase, openOwner } from '#server/connect-database.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { provideCustomer } from '#server/features/customers/provide-customer.ts'
import { listOwnSources } from '#server/features/monitoring-sources/list-sources.ts'
import { createSource } from '#server/features/monitoring-sources/manage-sources.ts'
import { type AppliedSetUp, applySetUp } from '#server/features/set-up/apply-set-up.ts'
import { describeMoves } from '#server/features/set-up/describe-moves.ts'
import {
  checkCustomerArguments,
  describeInvalid,
  readSetUpArguments,
  type SetUpArguments,
  setUpUsage,
} from '#server/features/set-up/set-up-arguments.ts'
import { setUpActor } from '#server/features/set-up/set-up-installation.ts'
import { allowMoves, type Move, previewMoves } from '#server/features/users/move-accounts.ts'
import { commandLine } from '#server/platform/command-line.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const providerSays = {
  created: 'The provider was created.',
  changed: 'The provider was changed.',
  unchanged: 'The provider is as wanted already: nothing was changed.',
}
const administratorSays = {
  present: 'is an administrator already: nothing was changed.',
  restored: 'has an account, and is an administrator again.',
  invited: 'was invited, and becomes an administrator by signing in within 14 days.',
  waiting: 'is invited already, and becomes an administrator by signing in: nothing was changed.',
}
const customerSays = { created: 'was created.', changed: 'was changed.', unchanged: 'is as wanted already: nothing was changed.' }

function report({ provider, administrator }: AppliedSetUp, { installation }: SetUpArguments): void {
  say(providerSays[provider])
  if (administrator) say(`${installation.administratorEmail} ${administratorSays[administrator]}`)
}

async function setUp(given: SetUpArguments): Promise<void> {
  if (given.customer) checkNamed(given.customer)
  const config = readConfig()
  const cleanups: (() => Promise<void>)[] = []
  try {
    const log = createLog('silent')
    const owner = await openOwner(config, () => {}, cleanups)
    const database = await connectDatabase(config, owner, log, () => {})
    cleanups.push(database.close)
    const { issuer } = config.signIn
    const origin = config.origin ?? `http://localhost:${config.port}`
    const parts = { pool: database.worker, issuer: issuer ?? `${origin}/oidc`, isExternal: issuer !== null }
    const context = { now: new Date(), requestId: null }
    if (given.move) {
      await moveAccounts({ ...context, actor: setUpActor, pool: database.worker }, { issuer: parts.issuer, ...given.move })
      return
    }
    report(await applySetUp(parts, context, given.installation), given)
    const working = { ...context, actor: setUpActor, pool: database.worker, log, isStaff: true }
    if (given.customer) {
      const outcome = await provideCustomer(working, given.customer).catch(refuseCustomer)
      say(`Customer ${given.customer.customerId} ${customerSays[outcome]}`)
    }
    if (given.wantsIngestToken) await sayIngestToken(working, given.customer?.customerId)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

/** Shows who would move, and lets them where it was allowed. */
async function moveAccounts(
  context: Pick<Context, 'actor' | 'now' | 'requestId' | 'pool'>,
  move: Move & { isAllowed: boolean },
): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    const accounts = await previewMoves(transaction, move)
    say(describeMoves(accounts, move))
    if (accounts.length === 0) return
    if (!move.isAllowed) say(`Nothing was changed. "${commandLine('set-up', '--move-issuer --allow')}" lets them move.`)
    else say(`Allowed: ${await allowMoves(transaction, context, move)} may move, each once.`)
  })
}

const sourceName = 'Monitoring'

/** A token is shown once: where there is a source already, another one is made in the portal. */
async function sayIngestToken(context: Context, ofCustomer: string | undefined): Promise<void> {
  const customerId = ofCustomer ?? (await workForAllCustomers(context, findProvider))?.customerId ?? ''
  const { rows } = await listOwnSources(context, customerId, { limit: 500 }, null)
  if (rows.some(({ name }) => name === sourceName)) {
    say(`${customerId} has the monitoring source "${sourceName}" already. Its token was shown once: rotate it under Admin, Integrations.`)
    return
  }
  const wanted = { name: sourceName, formats: null, expectedMinutes: null, heartbeatName: null, expiresAt: null }
  const { secret } = await createSource(context, customerId, wanted)
  say(`The ingest token of ${customerId}, which is shown only now:\n${secret}`)
}

const refuseCustomer = (error: unknown): never => {
  throw error instanceof Refusal ? new Error(describeInvalid(error, 'customer')) : error
}

function checkNamed(customer: NonNullable<SetUpArguments['customer']>): void {
  try {
    checkCustomerArguments(customer)
  } catch (error) {
    refuseCustomer(error)
  }
}

try {
  const given = readSetUpArguments(process.argv.slice(2))
  if (given) await setUp(given)
  else say(setUpUsage)
} catch (error) {
  const message = error instanceof Refusal ? describeInvalid(error) : (error as Error).message
  process.stderr.write(`Vakt was not set up.\n${message}\n"${commandLine('set-up', '--help')}" shows every option.\n`)
  process.exitCode = 1
}
