import type { AgentCondition } from '@vakt/contract/agents/agent-conditions.ts'
import type { Agent } from '@vakt/contract/agents/agents.ts'
import { CircleCheck, CircleHelp, CircleOff, Clock, ClockAlert, Copy, Hourglass, KeyRound, type LucideIcon, Unplug } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import { agentListTexts } from './agent-list.texts.ts'
import styles from './agents.module.css'

const icons: Record<AgentCondition, LucideIcon> = {
  silent: Unplug,
  copied: Copy,
  refusing: KeyRound,
  late: ClockAlert,
  clock: Clock,
  unmatched: CircleHelp,
  waiting: Hourglass,
  applied: CircleCheck,
}

export function AgentConditionBadge({ agent: { condition, endedAt } }: { agent: Pick<Agent, 'condition' | 'endedAt'> }) {
  const words = useTexts(agentListTexts)
  const Icon = icons[condition]
  if (endedAt)
    return (
      <span className={styles.condition}>
        <CircleOff size={14} strokeWidth={2} aria-hidden="true" />
        {words.endedBadge}
      </span>
    )
  return (
    <span className={styles.condition} data-condition={condition}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words.conditions[condition]}
    </span>
  )
}
