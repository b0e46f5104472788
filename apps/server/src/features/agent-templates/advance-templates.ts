import type { AgentConfigurationContent } from '@vakt/contract/agents/agent-configurations.ts'
import { agentSilentMinutes } from '@vakt/contract/agents/agent-limits.ts'
import { planRollOut } from '@vakt/domain/agent-templates/plan-roll-out.ts'
import { giveTemplatePart } from '#server/features/agent-configurations/give-template-part.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  type AdvancedTemplate,
  deleteMachine,
  deleteTemplateForAllCustomers,
  type GivenMachine,
  lockTemplateForAllCustomers,
  type Machine,
  readCoveredForAllCustomers,
  readGivenForAllCustomers,
  readTemplateContent,
  readTemplateIdsForAllCustomers,
  writeMachine,
  writeMachineState,
} from './advance-table.ts'
import { writeCourse } from './template-table.ts'

const maxPerRun = 200
const keyOf = ({ customerId, entityId }: Machine) => `${customerId} ${entityId}`

type Covered = Machine & { isHeard: boolean }
type Work = { transaction: Transaction; context: Context; template: AdvancedTemplate }

/**
 * Gives every template to the machines that it covers, as far as its roll-out has come, and takes it from those that it no longer covers. Any
 * number of workers may do this at once. Answers whether there is more to do right away.
 */
export async function advanceTemplates(context: Context): Promise<boolean> {
  let hasMore = false
  for (const templateId of await workForAllCustomers(context, readTemplateIdsForAllCustomers)) {
    const more = await workForAllCustomers(context, async (transaction) => {
      const template = await lockTemplateForAllCustomers(transaction, templateId)
      return template ? advance({ transaction, context, template }) : false
    }).catch((error: unknown) => {
      context.log.error({ err: error, templateId }, 'a template of agents could not be rolled out')
      return false
    })
    hasMore ||= more
  }
  return hasMore
}

async function advance(work: Work): Promise<boolean> {
  const { transaction, context, template } = work
  const { templateId, isDeleted } = template
  const silentBefore = new Date(context.now.getTime() - agentSilentMinutes * 60_000)
  const covered = isDeleted ? [] : await readCoveredForAllCustomers(transaction, templateId, silentBefore)
  const given = await readGivenForAllCustomers(transaction, templateId)
  const isCovered = new Set(covered.map(keyOf))
  const leaving = given.filter((machine) => !isCovered.has(keyOf(machine)))
  for (const machine of leaving.slice(0, maxPerRun)) await takeAway(work, machine)
  if (leaving.length > maxPerRun) return true
  if (isDeleted) {
    await deleteTemplateForAllCustomers(transaction, templateId)
    return false
  }
  for (const machine of given) if (machine.state !== machine.storedState) await writeMachineState(transaction, templateId, machine)
  const known = new Map(given.map((machine) => [keyOf(machine), machine]))
  const newcomers = covered.filter((machine) => !known.has(keyOf(machine)))
  if (newcomers.length > 0) {
    await giveAll(work, newcomers.slice(0, maxPerRun), template.stableVersion)
    return true
  }
  return template.rollOut === 'running' ? rollOut(work, covered, known) : settle(work, [...known.values()])
}

/** Where nothing is rolled out any more, every machine has the one version. */
async function settle(work: Work, machines: readonly GivenMachine[]): Promise<boolean> {
  const { rollOut: state, version } = work.template
  if (state !== 'done' && state !== 'rolled_back') return false
  const others = machines.filter((machine) => machine.version !== version)
  await giveAll(work, others.slice(0, maxPerRun), version)
  return others.length > maxPerRun
}

async function rollOut(work: Work, covered: readonly Covered[], known: ReadonlyMap<string, GivenMachine>): Promise<boolean> {
  const { transaction, context, template } = work
  const { templateId, customerId, version, stage, stageSince, toleratedFailures } = template
  const { now } = context
  const machines = covered.map((machine) => {
    const had = known.get(keyOf(machine))
    return { key: keyOf(machine), isHeard: machine.isHeard, state: had?.version === version ? had.state : ('without' as const) }
  })
  const step = planRollOut({ stage, restedMs: now.getTime() - stageSince.getTime(), toleratedFailures, machines })
  if (step.do === 'wait') return false
  if (step.do === 'give') {
    const keys = new Set(step.keys)
    await giveAll(
      work,
      covered.filter((machine) => keys.has(keyOf(machine))),
      version,
    )
    await writeCourse(transaction, customerId, templateId, {}, now)
    return true
  }
  if (step.do === 'stop')
    await recordAction(transaction, context, customerId, { action: 'agent_template.stop', target: templateId, details: { version } })
  const course = {
    'next-stage': { stage: stage + 1 },
    stop: { rollOut: 'stopped' },
    finish: { rollOut: 'done', stableVersion: version },
  } as const
  await writeCourse(transaction, customerId, templateId, course[step.do], now)
  return step.do === 'next-stage'
}

async function takeAway({ transaction, context, template }: Work, machine: GivenMachine): Promise<void> {
  const { templateId } = template
  if (machine.version > 0) await giveTemplatePart(transaction, context, { ...machine, templateId }, null)
  await deleteMachine(transaction, templateId, machine)
}

/** Version 0 is none: the machines are known, and wait for the first one. */
async function giveAll({ transaction, context, template }: Work, machines: readonly Machine[], version: number): Promise<void> {
  const { templateId, customerId: ownerId, name } = template
  const content: AgentConfigurationContent | undefined =
    version === 0 ? undefined : await readTemplateContent(transaction, ownerId, { templateId, version })
  for (const { customerId, entityId } of machines) {
    const given = await giveTemplatePart(
      transaction,
      context,
      { customerId, entityId, templateId },
      content ? { templateId, name, version, content } : null,
    )
    const isGiven = 'version' in given
    await writeMachine(
      transaction,
      templateId,
      {
        ...{ customerId, entityId, version, configurationVersion: isGiven ? given.version : 0 },
        ...{ state: !isGiven ? 'failed' : version === 0 ? 'applied' : 'waiting', problem: isGiven ? null : given.problem },
      },
      context.now,
    )
  }
}
