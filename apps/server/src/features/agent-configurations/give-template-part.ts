import { isDeepStrictEqual } from 'node:util'
import type { AgentTemplatePart } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { mergeConfiguration, overfullField } from '@vakt/domain/agent-configurations/merge-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { lockConfiguration, readDesired } from './configuration-table.ts'
import { addVersion } from './manage-configuration.ts'

const orderOf = (one: AgentTemplatePart, other: AgentTemplatePart) =>
  one.name.localeCompare(other.name, 'en') || (one.templateId < other.templateId ? -1 : 1)

type Given = { version: number } | { problem: string }

/**
 * Makes a part of a template part of what a machine runs, in the place of the one that the template gave before; `part` null takes it away.
 * Answers the version of the configuration that has it, or why the machine cannot have it.
 */
export async function giveTemplatePart(
  transaction: Transaction,
  context: Pick<Context, 'actor' | 'now' | 'requestId'>,
  { customerId, entityId, templateId }: { customerId: string; entityId: string; templateId: string },
  part: AgentTemplatePart | null,
): Promise<Given> {
  const version = await lockConfiguration(transaction, customerId, entityId)
  const before = await readDesired(transaction, customerId, entityId)
  const { own, excluded, parts: had } = before ?? { own: emptyConfiguration, excluded: [], parts: [] }
  const parts = [...had.filter((one) => one.templateId !== templateId), ...(part ? [part] : [])].toSorted(orderOf)
  if (isDeepStrictEqual(parts, had)) return { version }
  const overfull = overfullField(mergeConfiguration(own, excluded, parts).content)
  if (overfull) return { problem: `Too many entries: ${overfull}` }
  const change = { action: 'agent_configuration.template', own, excluded, parts, restoredVersion: null, problem: null }
  await addVersion(transaction, context, { customerId, entityId }, change, before)
  return { version: version + 1 }
}
