import { readFileSync, statSync } from 'node:fs'
import type { AllowedNames } from '@vakt/contract/agents/agent-protocol.ts'
import { type AgentCommandKind, isNamed } from '@vakt/domain/agents/agent-command.ts'
import { agentActions } from '@vakt/domain/processes/action-values.ts'

export type AllowList = (kind: AgentCommandKind, name: string) => boolean

function readLists(file: string): Record<string, unknown> {
  try {
    const { mode, uid } = statSync(file)
    // On Windows the list is beside the program, where only administrators may write.
    if (process.platform !== 'win32' && (uid !== 0 || mode & 0o022)) return {}
    // PowerShell 5 begins what it writes as UTF-8 with a mark.
    return Object(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))) as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * What the machine's administrator allows, such as `{"restart_systemd_unit": ["nginx"]}`; Vakt has no way to change it. Without the file, or where
 * anyone but root could write it, nothing is allowed. Read again for each command.
 */
export function readAllowList(file: string): AllowList {
  const lists = readLists(file)
  return (kind, name) => isNamed(lists, kind, name)
}

/** The names of that list as the agent reports them, so that a dry run knows what would be refused. */
export function readAllowedNames(file: string): AllowedNames {
  const lists = readLists(file)
  return Object.fromEntries(
    agentActions.map((kind) => {
      const names: unknown = Object.hasOwn(lists, kind) ? lists[kind] : []
      const texts = Array.isArray(names) ? names.filter((one): one is string => typeof one === 'string' && one.length <= 256) : []
      return [kind, texts.slice(0, 500)]
    }),
  )
}
