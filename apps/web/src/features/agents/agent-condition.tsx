import type { AgentCondition } from '@vakt/contract/agent-conditions.ts'
import { CircleCheck, CircleHelp, Clock, ClockAlert, Copy, Hourglass, KeyRound, type LucideIcon, Unplug } from 'lucide-react'
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

export function AgentConditionBadge({ condition }: { condition: AgentCondition }) {
  const words = useTexts(agentListTexts)
  const Icon = icons[condition]
  return (
    <span className={styles.condition} data-condition={condition}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words.conditions[condition]}
    </span>
  )
}
