import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { agentVersion } from '@vakt/domain/agents/agent-version.ts'
import { getConfiguration, saveConfiguration } from '#server/features/agent-configurations/manage-configuration.ts'
import { createTemplate } from '#server/features/agent-templates/manage-templates.ts'
import { enrolAgent } from '#server/features/agents/enrol-agent.ts'
import { createEnrolmentToken } from '#server/features/agents/manage-enrolment-tokens.ts'
import { takeReport } from '#server/features/agents/take-report.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type DemoAgent, findDemoEntity, lacksAgentsForAllCustomers, readDemoAgentsForAllCustomers } from './demo-agent-table.ts'
import { type DemoMachine, demoMachines, demoTemplate } from './demo-machines.ts'

/** Another process may have reported for them. */
const reportAfterMs = 50_000
const version = agentVersion
/** The machines of the demo have been up for nine days. */
const startedAt = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString()
const customerIds = [...new Set(demoMachines.map(({ customerId }) => customerId))]
const described = new Map(demoMachines.map((machine) => [`${machine.customerId} ${machine.name}`, machine]))
const machineOf = ({ customerId, hostname }: DemoAgent) => described.get(`${customerId} ${hostname}`)

/**
 * Keeps the agents of the demo customers going: enrols them once, configures their machines, and reports for them each minute, by the verbs that
 * real agents and people go through. Nothing is measured: the metrics of the demo are their own job.
 */
export async function keepDemoAgents(context: Context): Promise<boolean> {
  for (const customerId of customerIds)
    if (await workForAllCustomers(context, (transaction) => lacksAgentsForAllCustomers(transaction, customerId)))
      await enrolAll(context, customerId)
  const agents = await workForAllCustomers(context, (transaction) => readDemoAgentsForAllCustomers(transaction, customerIds))
  for (const agent of agents) {
    const machine = machineOf(agent)
    if (machine && isDue(agent, machine, context.now)) await report(context, agent, machine)
  }
  return false
}

const isDue = ({ chain, lastSeenAt }: DemoAgent, { behaviour }: DemoMachine, now: Date) =>
  chain === '' || (behaviour !== 'silent' && now.getTime() - lastSeenAt.getTime() > reportAfterMs)

async function enrolAll(context: Context, customerId: string): Promise<void> {
  const machines = demoMachines.filter((machine) => machine.customerId === customerId)
  const calling = { ...context, caller: null }
  const { secret } = await createEnrolmentToken(calling, customerId, { name: 'Demo machines', entityId: null, uses: 20, hours: 168 })
  for (const { name, platform, own } of machines) {
    const entityId = await workForAllCustomers(context, (transaction) => findDemoEntity(transaction, customerId, name))
    if (!entityId) continue
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
    await enrolAgent(context, '', { token: secret, publicKey, machine: `demo ${name}`, hostname: name, platform, version })
    if (Object.keys(own).length > 0) {
      const content = { ...emptyConfiguration, ...own }
      const before = await getConfiguration(context, customerId, entityId)
      await saveConfiguration(context, customerId, entityId, { content, version: before.version })
    }
  }
  if (demoTemplate.customerId !== customerId) return
  const { customerId: _, ...template } = demoTemplate
  await createTemplate(calling, customerId, template)
}

async function report(context: Context, agent: DemoAgent, { platform, behaviour, services }: DemoMachine): Promise<void> {
  const { customerId, entityId, hostname, chain } = agent
  const { version: desired } = await getConfiguration(context, customerId, entityId)
  // A slow one stays without what is configured; the first report of a silent one is its last.
  const appliedVersion = behaviour === 'slow' ? 0 : desired
  await takeReport(
    context,
    null,
    { ...agent, isRevoked: false, isClosed: false, isCopied: false, refusesCommands: false },
    {
      ...{ hostname, platform, version, chain, clockAheadSeconds: 0, lost: 0, startedAt, measurements: [] },
      configuration: { appliedVersion, failed: null, found: chain === '' ? { services, websites: [], appPools: [] } : null },
    },
    { nonce: randomBytes(16).toString('base64url'), commands: { publicKey: '', signChangeFrom: () => null } },
  )
}
