import { Link } from '@tanstack/react-router'
import type { Agent } from '@vakt/contract/agents/agents.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useVersionText } from './agent-columns.tsx'
import { AgentConditionBadge } from './agent-condition.tsx'
import { agentListTexts } from './agent-list.texts.ts'
import { useRevokeAgent } from './agent-list-queries.ts'
import styles from './agents.module.css'

type Props = { customerId: string; customerName?: string; agent: Agent; mayWrite: boolean; onClose: () => void }

const clockWarningSeconds = 5

/** One agent: what is wrong with it and what to do, then its facts. */
export function AgentPanel({ customerId, customerName, agent, mayWrite, onClose }: Props) {
  const words = useTexts(agentListTexts)
  const format = useFormat()
  const versionText = useVersionText()
  const {
    agentId,
    hostname,
    condition,
    entityId,
    entityName,
    clockAheadSeconds,
    lostReports,
    copiedSince,
    refusesCommandsSince,
    keyChangedAt,
  } = agent
  const revoke = useRevokeAgent(customerId, agentId)
  const run = () =>
    void revoke.mutateAsync(undefined).then(() => {
      showToast(words.ended, 'success')
      onClose()
    }, failureToast(words.failed))
  return (
    <PanelContent>
      <PanelTitle>
        <bdi>{hostname}</bdi>
      </PanelTitle>
      <AgentConditionBadge agent={agent} />
      {!agent.endedAt && words.conditionTexts[condition] ? <p className={styles.text}>{words.conditionTexts[condition]}</p> : null}
      <Facts>
        <Fact label={words.customer}>{customerName}</Fact>
        <Fact label={words.resource}>
          {entityId ? (
            <Link to="/my-environment/$customerId/$entityId/cloudops-vmagent" params={{ customerId, entityId }}>
              {entityName ?? words.noName}
            </Link>
          ) : (
            words.noResource
          )}
        </Fact>
        <Fact label={words.lastContact}>
          <RelativeTime iso={agent.lastContactAt} />
        </Fact>
        <Fact label={words.startedAt}>{agent.startedAt ? format.exact(agent.startedAt) : null}</Fact>
        <Fact label={words.configuration}>{versionText(agent)}</Fact>
        <Fact label={words.problem}>{agent.problem}</Fact>
        <Fact label={words.version}>{`${agent.version} · ${words.platforms[agent.platform]}`}</Fact>
        <Fact label={words.enrolled}>{words.enrolledWith(format.exact(agent.enrolledAt), agent.enrolledWith)}</Fact>
        <Fact label={words.endedAt}>{agent.endedAt ? format.exact(agent.endedAt) : null}</Fact>
        <Fact label={words.copiedSince}>{copiedSince ? format.exact(copiedSince) : null}</Fact>
        <Fact label={words.refusesSince}>{refusesCommandsSince ? format.exact(refusesCommandsSince) : null}</Fact>
        <Fact label={words.keyChanged}>{keyChangedAt ? format.exact(keyChangedAt) : null}</Fact>
        <Fact label={words.clock}>
          {Math.abs(clockAheadSeconds) >= clockWarningSeconds ? words.clockOff(clockAheadSeconds) : words.clockRight}
        </Fact>
        <Fact label={words.lost}>{lostReports > 0 ? format.number(lostReports) : null}</Fact>
      </Facts>
      {mayWrite && !agent.endedAt ? (
        <RemoveButton words={{ remove: words.end, removeAsk: words.endAsk, keep: words.keep }} loading={revoke.isPending} onRemove={run} />
      ) : null}
    </PanelContent>
  )
}
