import { randomUUID } from 'node:crypto'
import { type NewProcess, type Process, type ProcessVersion, processLimits } from '@vakt/contract/processes/processes.ts'
import { checkProcess } from '@vakt/domain/processes/check-process.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, Stale } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { findProcess } from './list-processes.ts'
import { contentOf, presentProcess } from './present-process.ts'
import { refuseUnknownChats, refuseUnknownSchedules } from './process-choices.ts'
import * as table from './process-table.ts'
import { insertVersion } from './process-version-table.ts'
import { refuseUnreachableNumbers } from './refuse-numbers.ts'

/** Tidies texts and leaves out what the other fields make meaningless. Throws Invalid with every problem. */
function readWanted(wanted: NewProcess): NewProcess {
  const problems = checkProcess(wanted)
  if (problems.length > 0)
    throw new Invalid(problems.slice(0, 50).map(({ property, message, key }) => ({ property, message, message_translation_key: key })))
  const { applyToAllAlertRules: isForAll } = wanted
  return {
    ...wanted,
    name: tidyLine(wanted.name),
    description: wanted.description.trim(),
    excludedEntityIds: wanted.filter === null ? [] : wanted.excludedEntityIds,
    alertRuleIds: isForAll ? [] : wanted.alertRuleIds,
    externalRules: isForAll ? [] : wanted.externalRules,
  }
}

/** What is named must exist, unless it was named before: it may be gone by now. */
async function checkNamed(transaction: Transaction, customerId: string, wanted: NewProcess, before: NewProcess | null): Promise<void> {
  const added = (ids: readonly string[], known: readonly string[] = []) => ids.filter((id) => !known.includes(id))
  const unknownEntity = 'This resource does not exist. Choose one from the list.'
  if (wanted.entityId && (await table.countEntities(transaction, customerId, [wanted.entityId])) === 0)
    throw Invalid.field('entityId', unknownEntity, 'process.entity_unknown')
  const excluded = added(wanted.excludedEntityIds, before?.excludedEntityIds)
  if ((await table.countEntities(transaction, customerId, excluded)) < excluded.length)
    throw Invalid.field('excludedEntityIds', unknownEntity, 'process.entity_unknown')
  const rules = added(wanted.alertRuleIds, before?.alertRuleIds)
  if ((await table.countRules(transaction, customerId, rules)) < rules.length)
    throw Invalid.field('alertRuleIds', 'This alert rule does not exist. Choose one from the list.', 'process.rule_unknown')
}

type Noted = { processId: string; change: ProcessVersion['change']; before: NewProcess | null }

/** The process as it is now: in its versions, in the audit log, and announced to everyone who looks at it. */
async function noteChange(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { processId, change, before }: Noted,
): Promise<Process> {
  const process = await readAny(transaction, customerId, processId)
  const content = contentOf(process)
  const details = change === 'changed' && before ? { name: content.name, before, after: content } : { name: content.name }
  await recordAction(transaction, context, customerId, { action: `process.${change}`, target: processId, details })
  announce(transaction, { type: 'process-model.changed', customerId, processModelIds: [processId] })
  return presentProcess(process)
}

async function readAny(transaction: Transaction, customerId: string, processId: string): Promise<table.ProcessRow> {
  const process = await table.readProcess(transaction, customerId, processId)
  if (!process) throw new NotFound()
  return process
}

const writtenBy = ({ actor, now }: CallContext, processId: string) => ({ processId, by: nameOfActor(actor), now })

async function insert(transaction: Transaction, context: CallContext, customerId: string, process: NewProcess): Promise<Process> {
  const { all, byFilter } = await table.countProcesses(transaction, customerId)
  const { perCustomer, filterProcessesPerCustomer } = processLimits
  if (all >= perCustomer || (process.filter && byFilter >= filterProcessesPerCustomer)) {
    const most = all >= perCustomer ? perCustomer : filterProcessesPerCustomer
    throw Conflict.field('', `There are ${most} processes already. Delete one that is not used any more.`, 'process.too_many')
  }
  const written = writtenBy(context, randomUUID())
  const { processId } = written
  await table.insertProcess(transaction, customerId, process, written)
  await insertVersion(transaction, customerId, { ...written, change: 'created', content: process })
  const created = await noteChange(transaction, context, customerId, { processId, change: 'created', before: null })
  await keepAnswer(transaction, context, customerId, created)
  return created
}

export async function createProcess(
  context: CallContext,
  customerId: string,
  wanted: NewProcess,
  phone: PhoneSettings | undefined,
): Promise<Process> {
  const process = readWanted(wanted)
  await refuseUnknownSchedules(context, process.actions, [])
  refuseUnreachableNumbers(process.actions, [], phone)
  return inTransaction(context, customerId, async (transaction) => {
    await checkNamed(transaction, customerId, process, null)
    await refuseUnknownChats(transaction, customerId, process.actions, [])
    return insert(transaction, context, customerId, process)
  })
}

/** Disabled, so that nothing happens twice. */
export async function copyProcess(context: CallContext, customerId: string, id: string, { name }: { name: string }): Promise<Process> {
  return inTransaction(context, customerId, async (transaction) => {
    const copied = contentOf(await findProcess(transaction, customerId, id))
    return insert(transaction, context, customerId, readWanted({ ...copied, name, enabled: false }))
  })
}

/** The process, which no one else changes until the transaction ends. Throws NotFound for one that is deleted. */
async function lockExisting(transaction: Transaction, customerId: string, id: string): Promise<table.ProcessRow> {
  await table.lockProcess(transaction, customerId, readUuid(id))
  return findProcess(transaction, customerId, id)
}

export async function changeProcess(
  context: CallContext,
  customerId: string,
  id: string,
  { version, ...wanted }: NewProcess & { version: number },
  phone: PhoneSettings | undefined,
): Promise<Process> {
  const process = readWanted(wanted)
  const seen = await inTransaction(context, customerId, (transaction) => findProcess(transaction, customerId, id))
  await refuseUnknownSchedules(context, process.actions, seen.actions)
  refuseUnreachableNumbers(process.actions, seen.actions, phone)
  return inTransaction(context, customerId, async (transaction) => {
    const row = await lockExisting(transaction, customerId, id)
    if (row.version !== version) {
      const message = 'Someone else changed this process.'
      throw new Stale({ ...presentProcess(row) }, message, 'process.changed_meanwhile')
    }
    const before = contentOf(row)
    await checkNamed(transaction, customerId, process, before)
    await refuseUnknownChats(transaction, customerId, process.actions, before.actions)
    return write(transaction, context, customerId, { row, process, change: 'changed' })
  })
}

async function write(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { row, process, change }: { row: table.ProcessRow; process: NewProcess; change: ProcessVersion['change'] },
): Promise<Process> {
  const written = writtenBy(context, row.processModelId)
  await table.updateProcess(transaction, customerId, process, written)
  await insertVersion(transaction, customerId, { ...written, change, content: process })
  return noteChange(transaction, context, customerId, { processId: row.processModelId, change, before: contentOf(row) })
}

/** Does nothing to a process that already is as wanted. */
export const switchProcess = (context: CallContext, customerId: string, id: string, enabled: boolean): Promise<Process> =>
  inTransaction(context, customerId, async (transaction) => {
    const row = await lockExisting(transaction, customerId, id)
    if (row.enabled === enabled) return presentProcess(row)
    const process = { ...contentOf(row), enabled }
    return write(transaction, context, customerId, { row, process, change: enabled ? 'enabled' : 'disabled' })
  })

type Removal = { row: table.ProcessRow; removedAt: Date | null }

async function setRemoved(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { row, removedAt }: Removal,
): Promise<Process> {
  const written = writtenBy(context, row.processModelId)
  const change = removedAt ? 'deleted' : 'restored'
  await table.writeRemoved(transaction, customerId, { ...written, removedAt })
  await insertVersion(transaction, customerId, { ...written, change, content: contentOf(row) })
  return noteChange(transaction, context, customerId, { processId: row.processModelId, change, before: null })
}

/** It starts no more runs, and can be restored for a while. */
export async function deleteProcess(context: CallContext, customerId: string, id: string): Promise<undefined> {
  await inTransaction(context, customerId, async (transaction) => {
    const row = await lockExisting(transaction, customerId, id)
    await setRemoved(transaction, context, customerId, { row, removedAt: context.now })
  })
}

export const restoreProcess = (context: CallContext, customerId: string, id: string): Promise<Process> =>
  inTransaction(context, customerId, async (transaction) => {
    const processId = readUuid(id)
    await table.lockProcess(transaction, customerId, processId)
    const row = await readAny(transaction, customerId, processId)
    if (!row.removedAt) throw Conflict.field('', 'The process is not deleted.', 'process.not_deleted')
    if (context.now.getTime() - row.removedAt.getTime() > processLimits.undoDeleteMinutes * 60_000)
      throw Conflict.field('', 'The process was deleted too long ago. Create a new one.', 'process.deleted_for_good')
    return setRemoved(transaction, context, customerId, { row, removedAt: null })
  })
