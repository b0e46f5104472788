import { Link } from '@tanstack/react-router'
import type { AgentConfiguration } from '@vakt/contract/agents/agent-configurations.ts'
import { type AgentConfigurationState, stateOfConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { CircleAlert, CircleCheck, CircleOff, ClockAlert, Hourglass, type LucideIcon, PlugZap, Unplug } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'

const icons: Record<AgentConfigurationState, LucideIcon> = {
  no_agent: PlugZap,
  ended: CircleOff,
  silent: Unplug,
  failed: CircleAlert,
  late: ClockAlert,
  waiting: Hourglass,
  applied: CircleCheck,
}

const clockWarningSeconds = 300
const droppedShownMs = 3_600_000

/** Whether the machine is watched, since when, what is wrong and what waits for the agent; then the facts. */
export function AgentHead({ customerId, configuration }: { customerId: string; configuration: AgentConfiguration }) {
  const words = useTexts(agentTexts)
  const format = useFormat()
  useTicks()
  const { version, changedAt, changedBy, report, agent, agentEndedAt } = configuration
  const state = stateOfConfiguration(configuration, serverNow())
  const Icon = icons[state]
  const isWanted = version > 0
  const text = words.stateTexts[state](isWanted)
  const since = state === 'ended' ? agentEndedAt : state === 'silent' ? report?.lastContactAt : changedAt
  return (
    <>
      <div className={styles.answer} data-state={state} role="status">
        <Icon size={20} strokeWidth={2} aria-hidden="true" />
        <div>
          <h2 className={styles.state}>{words.states[state](since ? format.exact(since) : '')}</h2>
          {text ? <p className={styles.text}>{text}</p> : null}
          <Troubles agent={agent} />
        </div>
      </div>
      {report ? (
        <Facts>
          <Fact label={words.lastContact}>
            <RelativeTime iso={report.lastContactAt} />
          </Fact>
          <Fact label={words.watchedSince}>{agent ? format.exact(agent.enrolledAt) : null}</Fact>
          <Fact label={words.startedAt}>{report.startedAt ? format.exact(report.startedAt) : null}</Fact>
          <Fact label={words.versions}>{isWanted ? words.appliedOf(report.appliedVersion, version) : words.neverConfigured}</Fact>
          <Fact label={words.configModified}>{changedAt ? `${format.exact(changedAt)} ${words.by(changedBy ?? '')}` : null}</Fact>
          <Fact label={words.agentVersion}>{`${report.agentVersion} · ${words.platforms[report.platform]}`}</Fact>
          <Fact label={words.machine}>
            {agent ? (
              <Link to="/my-environment/$customerId/agents" params={{ customerId }} search={{ open: agent.agentId }}>
                <bdi>{agent.hostname}</bdi>
              </Link>
            ) : null}
          </Fact>
          <Fact label={words.problem}>{report.problem}</Fact>
        </Facts>
      ) : isWanted ? (
        <Facts>
          <Fact label={words.versions}>{words.desiredOnly(version)}</Fact>
          <Fact label={words.configModified}>{changedAt ? `${format.exact(changedAt)} ${words.by(changedBy ?? '')}` : null}</Fact>
        </Facts>
      ) : null}
    </>
  )
}

/** What is wrong with the agent apart from its configuration. */
function Troubles({ agent }: Pick<AgentConfiguration, 'agent'>) {
  const words = useTexts(agentTexts)
  const format = useFormat()
  if (!agent) return null
  const { copiedSince, refusesCommandsSince, clockAheadSeconds, droppedPoints: dropped } = agent
  const lines = [
    copiedSince && words.copied(format.exact(copiedSince)),
    refusesCommandsSince && words.refuses(format.exact(refusesCommandsSince)),
    Math.abs(clockAheadSeconds) > clockWarningSeconds && words.clockOff(clockAheadSeconds),
    dropped &&
      serverNow() - Date.parse(dropped.lastAt) < droppedShownMs &&
      words.dropped(format.number(dropped.points), format.exact(dropped.since), dropped.why),
  ].filter((line) => typeof line === 'string')
  return lines.map((line) => (
    <p key={line} className={styles.trouble}>
      {line}
    </p>
  ))
}
