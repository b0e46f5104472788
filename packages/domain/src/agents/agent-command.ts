import { type AgentAction, agentActions } from '@vakt/domain/processes/action-values.ts'

export type AgentCommandKind = AgentAction['type']

/** What an agent is told, as JSON text that is signed as it is. `sequence` rises over all commands of the agent. */
export type AgentCommandPayload = {
  agentId: string
  customerId: string
  commandId: string
  sequence: number
  issuedAt: string
  expiresAt: string
  kind: AgentCommandKind
  names: string[]
}

/** What the server's key signs: a command can never pass for anything else that it signs. */
export const signedTextOfCommand = (payload: string): string => `vakt agent command 1\n${payload}`

export const longestCommandMs = 15 * 60_000
const clockToleranceMs = 2 * 60_000

export type CommandRefusal =
  | 'signature'
  | 'form'
  | 'other_agent'
  | 'already_seen'
  | 'expired'
  | 'from_the_future'
  | 'not_here'
  | 'not_allowed'

/** The name by which systemd knows a unit: without a suffix it is a service. */
export const fullUnitName = (name: string): string =>
  /\.(service|socket|timer|target|mount|path|slice)$/.test(name) ? name : `${name}.service`

/** Whether a list of the machine's administrator, by kind, names the target; units with or without the suffix of a service. */
export function isNamed(lists: Readonly<Record<string, unknown>>, kind: AgentCommandKind, name: string): boolean {
  const names = Object.hasOwn(lists, kind) ? lists[kind] : []
  const targetOf = (one: unknown) => (typeof one === 'string' && kind === 'restart_systemd_unit' ? fullUnitName(one) : one)
  return Array.isArray(names) && names.some((one) => typeof one === 'string' && targetOf(one) === targetOf(name))
}

/** Names are compared with what the machine's own administrator wrote; this form is only the second fence. */
const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} _.@$()-]{0,127}$/u

/** Whether agents take a service, site or unit of this name. It cannot be widened without those of earlier versions, which refuse the command. */
export const isCommandName = (name: string): boolean => nameForm.test(name)

type Addressed = Pick<AgentCommandPayload, 'agentId' | 'customerId' | 'sequence'>

/** Whether it says for whom it is, and which of its commands. */
function isAddressed(value: unknown): value is Addressed {
  const command = value as Partial<Addressed> | null
  return (
    typeof command === 'object' &&
    command !== null &&
    typeof command.agentId === 'string' &&
    typeof command.customerId === 'string' &&
    Number.isSafeInteger(command.sequence)
  )
}

function isPayload(command: Addressed & Partial<AgentCommandPayload>): command is AgentCommandPayload {
  return (
    typeof command.commandId === 'string' &&
    (agentActions as readonly unknown[]).includes(command.kind) &&
    Array.isArray(command.names) &&
    command.names.length > 0 &&
    command.names.length <= 50 &&
    command.names.every((name) => typeof name === 'string' && isCommandName(name))
  )
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

export type CommandJudge = {
  agentId: string
  customerId: string
  lastSequence: number
  now: number
  /** Whether the signature is one of the key that the agent pinned. */
  isSigned: boolean
  /** Whether this machine can do it at all. */
  isPossible: (kind: AgentCommandKind) => boolean
  /** Whether the machine's own administrator allows it. */
  isAllowed: (kind: AgentCommandKind, name: string) => boolean
}

/** Every reason against a command is looked at before anything is done. */
export function judgeCommand(
  payload: string,
  at: CommandJudge,
): { command: AgentCommandPayload } | { refused: CommandRefusal; sequence?: number } {
  if (!at.isSigned) return { refused: 'signature' }
  const command = parse(payload)
  if (!isAddressed(command)) return { refused: 'form' }
  const { agentId, customerId, sequence } = command
  if (agentId !== at.agentId || customerId !== at.customerId) return { refused: 'other_agent' }
  if (sequence <= at.lastSequence) return { refused: 'already_seen' }
  // A kind of a later version, or a name that was saved before its form was checked: Vakt is told.
  if (!isPayload(command)) return { refused: 'form', sequence }
  const { kind, names } = command
  const [issued, expires] = [Date.parse(command.issuedAt), Date.parse(command.expiresAt)]
  if (!(expires - issued <= longestCommandMs) || !(expires >= at.now)) return { refused: 'expired', sequence }
  if (!(issued <= at.now + clockToleranceMs)) return { refused: 'from_the_future', sequence }
  if (!at.isPossible(kind)) return { refused: 'not_here', sequence }
  if (!names.every((name) => at.isAllowed(kind, name))) return { refused: 'not_allowed', sequence }
  return { command }
}
