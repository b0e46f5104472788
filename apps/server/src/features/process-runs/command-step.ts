import { isCommandName } from '@vakt/domain/agents/agent-command.ts'
import { type AgentAction, namesOf } from '@vakt/domain/processes/action-values.ts'
import { commandAgent } from '#server/features/agent-commands/command-agent.ts'
import { done, effectKey, type StepAt, type StepResult, withReason } from './step-result.ts'

/** Tells the agent of the resource to act, under a key that names this step. What came of it is shown with the step as soon as the agent tells. */
export async function commandStep({ transaction, context, run }: StepAt, action: AgentAction): Promise<StepResult> {
  const { type: kind } = action
  const names = namesOf(action)
  // Of a process that was saved before its names were checked: agents of earlier versions refuse it without an answer.
  if (!names.every(isCommandName)) return withReason('failed', 'agent_name_invalid', { names })
  const commandId = effectKey(run, kind)
  const command = { key: commandId, entityId: run.entityId, kind, names, runId: run.runId, now: context.now }
  if (!(await commandAgent(transaction, run.customerId, command))) return withReason('no_agent', 'no_agent', { names })
  return { ...done({ names, commandId }), reason: 'requested' }
}
