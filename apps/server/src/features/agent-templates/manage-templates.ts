import { isDeepStrictEqual } from 'node:util'
import {
  type AgentTemplate,
  type AgentTemplateMachine,
  agentTemplateLimits,
  type NewAgentTemplate,
} from '@vakt/contract/agents/agent-templates.ts'
import { checkContent } from '#server/features/agent-configurations/manage-configuration.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, readForAllCustomersWithin, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  countMachines,
  countTemplates,
  insertTemplate,
  insertTemplateVersion,
  lockTemplate,
  markTemplateDeleted,
  readMachinePage,
  readOwner,
  readTemplate,
  readTemplatePage,
  type TemplateRow,
  updateTemplate,
  writeCourse,
} from './template-table.ts'

const none = { covered: 0, given: 0, applied: 0, failed: 0 }

/** Staff count the machines of a template of the provider at every customer; a customer's own are all its own. */
const reading = <T>(context: CallContext, customerId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  context.isStaff ? readForAllCustomers(context, work) : inTransaction(context, customerId, work)

async function presentAll(context: CallContext, customerId: string, rows: readonly TemplateRow[]): Promise<AgentTemplate[]> {
  const ids = rows.map(({ templateId }) => templateId)
  const counts = ids.length === 0 ? [] : await reading(context, customerId, (transaction) => countMachines(transaction, ids))
  return present(rows, counts)
}

function present(rows: readonly TemplateRow[], counts: Awaited<ReturnType<typeof countMachines>>): AgentTemplate[] {
  return rows.map(({ nameKey: _, modifiedAt, ...template }) => {
    const { templateId: _id, ...machines } = counts.find(({ templateId }) => templateId === template.templateId) ?? {
      ...none,
      templateId: '',
    }
    return { ...template, modifiedAt: modifiedAt.toISOString(), machines }
  })
}

export async function listTemplates(
  context: CallContext,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<AgentTemplate>> {
  const rows = await inTransaction(context, customerId, (transaction) => readTemplatePage(transaction, customerId, { after, limit }))
  const page = nextPage(rows, limit, ({ nameKey, templateId }) => [nameKey, templateId])
  return { ...page, rows: await presentAll(context, customerId, page.rows) }
}

export async function getTemplate(context: CallContext, customerId: string, id: string): Promise<AgentTemplate> {
  const templateId = readUuid(id)
  const row = await inTransaction(context, customerId, (transaction) => readTemplate(transaction, customerId, templateId))
  const [template] = row ? await presentAll(context, customerId, [row]) : []
  if (!template) throw new NotFound()
  return template
}

const countWithin = (transaction: Transaction, context: CallContext, templateId: string) =>
  context.isStaff
    ? readForAllCustomersWithin(transaction, context, (reader) => countMachines(reader, [templateId]))
    : countMachines(transaction, [templateId])

/** As it is in this transaction. */
async function presentWithin(transaction: Transaction, context: CallContext, customerId: string, templateId: string) {
  const row = await readTemplate(transaction, customerId, templateId)
  const [template] = row ? present([row], await countWithin(transaction, context, templateId)) : []
  if (!template) throw new NotFound()
  return template
}

export async function listMachines(
  context: CallContext,
  customerId: string,
  id: string,
  { limit = 50, after }: { limit?: number | undefined; after: readonly string[] | null },
): Promise<Listing<AgentTemplateMachine>> {
  const { templateId } = await getTemplate(context, customerId, id)
  const rows = await reading(context, customerId, (transaction) => readMachinePage(transaction, templateId, { after, limit }))
  const page = nextPage(rows, limit, ({ rank, nameKey, entityId }) => [String(rank), nameKey, entityId])
  return {
    ...page,
    rows: page.rows.map(({ rank: _, nameKey: _key, givenAt, ...machine }) => ({ ...machine, givenAt: givenAt.toISOString() })),
  }
}

/** A template of the provider counts at its customers, so staff who are limited to some of them leave it as it is. */
async function requireReach(transaction: Transaction, { limitedTo }: CallContext, customerId: string): Promise<{ isProvider: boolean }> {
  const owner = await readOwner(transaction, customerId)
  if (!owner) throw new NotFound()
  if (limitedTo && owner.isProvider) throw new Forbidden()
  return owner
}

/** Only the provider's templates may count at other customers. */
async function checkTemplate(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  template: NewAgentTemplate,
): Promise<void> {
  checkContent(template.content)
  const owner = await requireReach(transaction, context, customerId)
  if (!owner.isProvider && template.customerIds.length > 0)
    throw Invalid.field('customerIds', 'Only a template of the provider counts at other customers.', 'agent_template.customers_of_provider')
}

export async function createTemplate(context: CallContext, customerId: string, template: NewAgentTemplate): Promise<AgentTemplate> {
  const { now } = context
  return inTransaction(context, customerId, async (transaction) => {
    await checkTemplate(transaction, context, customerId, template)
    if ((await countTemplates(transaction, customerId)) >= agentTemplateLimits.perCustomer)
      throw Conflict.field(
        '',
        `There are ${agentTemplateLimits.perCustomer} templates already. Delete one first.`,
        'agent_template.too_many',
      )
    const created = await insertTemplate(transaction, customerId, template, { by: nameOfActor(context.actor), now })
    const { name, filter, customerIds } = template
    const details = { name, filter, customerIds }
    await recordAction(transaction, context, customerId, { action: 'agent_template.create', target: created, details })
    return presentWithin(transaction, context, customerId, created)
  })
}

async function lockAsSeen(transaction: Transaction, customerId: string, templateId: string, seen: number) {
  const locked = await lockTemplate(transaction, customerId, templateId)
  if (!locked) throw new NotFound()
  if (locked.revision !== seen)
    throw Conflict.field('revision', 'This template was changed meanwhile. Look at it again first.', 'agent_template.changed')
  return locked
}

/** A changed content is a new version, whose roll-out begins with the first machines. */
export async function changeTemplate(
  context: CallContext,
  customerId: string,
  id: string,
  { revision, ...template }: NewAgentTemplate & { revision: number },
): Promise<AgentTemplate> {
  const templateId = readUuid(id)
  const { now } = context
  const by = nameOfActor(context.actor)
  await inTransaction(context, customerId, async (transaction) => {
    await checkTemplate(transaction, context, customerId, template)
    const { lastVersion } = await lockAsSeen(transaction, customerId, templateId, revision)
    const before = await readTemplate(transaction, customerId, templateId)
    await updateTemplate(transaction, customerId, { ...template, templateId }, { by, now })
    if (!isDeepStrictEqual(before?.content, template.content)) {
      const version = lastVersion + 1
      await insertTemplateVersion(transaction, customerId, { templateId, version, content: template.content, by, now })
      const course = { version, lastVersion: version, rollOut: 'running', stage: 0, toleratedFailures: 0 } as const
      await writeCourse(transaction, customerId, templateId, course, now)
    }
    const { name, filter, customerIds } = template
    const details = { name, filter, customerIds }
    await recordAction(transaction, context, customerId, { action: 'agent_template.change', target: templateId, details })
  })
  return getTemplate(context, customerId, templateId)
}

type Steering = 'pause' | 'continue' | 'roll_back'
const mayFollow: Record<Steering, readonly AgentTemplate['rollOut'][]> = {
  pause: ['running'],
  continue: ['paused', 'stopped'],
  roll_back: ['running', 'paused', 'stopped'],
}

export async function steerTemplate(
  context: CallContext,
  customerId: string,
  id: string,
  { action, revision }: { action: Steering; revision: number },
): Promise<AgentTemplate> {
  const templateId = readUuid(id)
  const { now } = context
  return inTransaction(context, customerId, async (transaction) => {
    await requireReach(transaction, context, customerId)
    const { rollOut, version, stableVersion } = await lockAsSeen(transaction, customerId, templateId, revision)
    if (!mayFollow[action].includes(rollOut))
      throw Conflict.field('action', 'The roll-out has ended, or is there already.', 'agent_template.not_rolling')
    const [counts] = await countWithin(transaction, context, templateId)
    if (action === 'pause') await writeCourse(transaction, customerId, templateId, { rollOut: 'paused' }, now)
    if (action === 'continue')
      await writeCourse(transaction, customerId, templateId, { rollOut: 'running', toleratedFailures: counts?.failed ?? 0 }, now)
    if (action === 'roll_back')
      await writeCourse(transaction, customerId, templateId, { rollOut: 'rolled_back', version: stableVersion }, now)
    const details = { version }
    await recordAction(transaction, context, customerId, { action: `agent_template.${action}`, target: templateId, details })
    return presentWithin(transaction, context, customerId, templateId)
  })
}

export async function deleteTemplate(context: CallContext, customerId: string, id: string): Promise<undefined> {
  const templateId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    await requireReach(transaction, context, customerId)
    const name = await markTemplateDeleted(transaction, customerId, templateId, context.now)
    if (name === undefined) throw new NotFound()
    await recordAction(transaction, context, customerId, { action: 'agent_template.delete', target: templateId, details: { name } })
  })
}
