import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AgentTemplate, rollOutShares } from '@vakt/contract/agents/agent-templates.ts'
import { configurationFields } from '@vakt/domain/agent-configurations/merge-configuration.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './agent.module.css'
import { agentTexts } from './agent.texts.ts'
import { templateMachinesQuery, useDeleteTemplate, useSteerTemplate } from './template-queries.ts'
import { templateTexts } from './templates.texts.ts'

type Props = { customerId: string; template: AgentTemplate; mayWrite: boolean; onClose: () => void }

/** How far a template has come, what can be done about it, and on which machines it is. */
export function TemplatePanel({ customerId, template, mayWrite, onClose }: Props) {
  const words = useTexts(templateTexts)
  const general = useTexts(agentTexts)
  const format = useFormat()
  const { templateId, name, rollOut, stage, machines, content, filter, customerIds, version, modifiedAt, modifiedBy } = template
  const remove = useDeleteTemplate(customerId)
  const run = () =>
    void remove.mutateAsync(templateId).then(() => {
      showToast(words.deleted, 'success')
      onClose()
    }, failureToast(words.failed))
  return (
    <PanelContent>
      <PanelTitle>
        <bdi>{name}</bdi>
      </PanelTitle>
      <p className={styles.rollOut} data-state={rollOut}>
        {rollOut === 'running' ? words.runningAt(rollOutShares[stage] ?? 100) : words.rollOuts[rollOut]}
      </p>
      {words.rollOutTexts[rollOut] ? <p className={styles.text}>{words.rollOutTexts[rollOut]}</p> : null}
      <Progress machines={machines} />
      {mayWrite ? <Steering customerId={customerId} template={template} /> : null}
      <Facts>
        <Fact label={words.covers}>{[...filter.type, ...filter.resourceGroup, ...filter.tag].join(', ') || words.everyMachine}</Fact>
        <Fact label={words.customers}>{customerIds.length > 0 ? format.number(customerIds.length) : null}</Fact>
        {configurationFields.map((field) => (
          <Fact key={field} label={general.fields[field]}>
            {content[field].length > 0 ? words.entries(content[field].length) : null}
          </Fact>
        ))}
        <Fact label={words.version}>{version === 0 ? words.noVersion : format.number(version)}</Fact>
        <Fact label={words.changed}>{`${format.exact(modifiedAt)} ${general.by(modifiedBy)}`}</Fact>
      </Facts>
      <Machines customerId={customerId} templateId={templateId} />
      {mayWrite ? (
        <div className={styles.head}>
          <ButtonLink
            variant="default"
            to="/my-environment/$customerId/agents/templates/edit/$templateId"
            params={{ customerId, templateId }}
          >
            {general.edit}
          </ButtonLink>
          <RemoveButton
            words={{ remove: words.remove, removeAsk: words.removeAsk, keep: words.keep }}
            loading={remove.isPending}
            onRemove={run}
          />
        </div>
      ) : null}
    </PanelContent>
  )
}

function Progress({ machines: { covered, given, applied, failed } }: Pick<AgentTemplate, 'machines'>) {
  const words = useTexts(templateTexts)
  const share = (part: number) => ({ width: `${covered === 0 ? 0 : (part / covered) * 100}%` })
  return (
    <div>
      <div className={styles.progress} aria-hidden="true">
        <span data-part="applied" style={share(applied)} />
        <span data-part="failed" style={share(failed)} />
        <span data-part="waiting" style={share(Math.max(0, given - applied - failed))} />
      </div>
      <p className={styles.dim}>{words.progress(applied, Math.max(0, given - applied - failed), failed, covered)}</p>
    </div>
  )
}

function Steering({ customerId, template: { templateId, rollOut, revision, stableVersion } }: Pick<Props, 'customerId' | 'template'>) {
  const words = useTexts(templateTexts)
  const steer = useSteerTemplate(customerId, templateId)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = (action: 'pause' | 'continue' | 'roll_back') =>
    void steer.mutateAsync({ action, revision }).then(
      () => {
        setAsking(false)
        setProblem(undefined)
      },
      (error: unknown) => {
        const text = failureText(error, { failed: words.failed, conflict: words.changedMeanwhile })
        showToast(text, 'failure')
        setProblem(text)
      },
    )
  if (rollOut === 'done' || rollOut === 'rolled_back') return null
  return (
    <div className={styles.actions}>
      {rollOut === 'running' ? (
        <Button variant="default" loading={steer.isPending} onClick={() => run('pause')}>
          {words.pause}
        </Button>
      ) : (
        <Button loading={steer.isPending} onClick={() => run('continue')}>
          {words.goOn}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.rollBack}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.rollBackTitle}
        text={stableVersion === 0 ? words.rollBackToNothing : words.rollBackText(stableVersion)}
        action={words.rollBack}
        isBusy={steer.isPending}
        problem={problem}
        onConfirm={() => run('roll_back')}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function Machines({ customerId, templateId }: { customerId: string; templateId: string }) {
  const words = useTexts(templateTexts)
  const list = useInfiniteQuery(templateMachinesQuery(customerId, templateId))
  const rows = useRows(list.data)
  if (rows.length === 0) return null
  return (
    <section className={styles.found} aria-label={words.machines}>
      <h3>{words.machines}</h3>
      <ul className={styles.names}>
        {rows.map((machine) => (
          <li key={`${machine.customerId} ${machine.entityId}`}>
            <Link
              to="/my-environment/$customerId/$entityId/cloudops-vmagent"
              params={{ customerId: machine.customerId, entityId: machine.entityId }}
            >
              <bdi>{machine.name}</bdi>
            </Link>{' '}
            <span className={styles.dim} data-state={machine.state}>
              {words.machineStates[machine.state]}
              {machine.problem ? `: ${machine.problem}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="default" size="compact-md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </section>
  )
}
