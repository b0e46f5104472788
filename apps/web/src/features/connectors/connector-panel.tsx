import type { Connector } from '@vakt/contract/connectors.ts'
import { useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { PanelContent, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { ConnectorForm } from './connector-form.tsx'
import { useChangeConnector, useCreateConnector, useRemoveConnector, useRunConnector, useTestConnector } from './connector-queries.ts'
import { ConnectorRuns } from './connector-runs.tsx'
import styles from './connectors.module.css'
import { connectorTexts } from './connectors.texts.ts'
import { RunStanding } from './run-standing.tsx'

export function NewConnectorPanel({ customerId, onCreated }: { customerId: string; onCreated: (connectorId: string) => void }) {
  const words = useTexts(connectorTexts)
  const { name } = useShownCustomer()
  const create = useCreateConnector(customerId)
  return (
    <PanelContent>
      <div>
        <PanelTitle>{words.add}</PanelTitle>
        <p className={styles.help}>{words.addHelp(name)}</p>
      </div>
      <ConnectorForm
        connector={null}
        onSubmit={({ isEnabled: _, secret = '', ...wanted }) => create.mutateAsync({ ...wanted, secret })}
        onSent={({ connectorId }) => {
          showToast(words.connected, 'success')
          onCreated(connectorId)
        }}
      />
    </PanelContent>
  )
}

type Props = {
  customerId: string
  connector: Connector
  runId: string | undefined
  onRun: (runId: string | undefined) => void
  onClose: () => void
}

export function ConnectorPanel({ customerId, connector, runId, onRun, onClose }: Props) {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  const [isEditing, setEditing] = useState(connector.secretUnreadableSince !== null)
  const isCloud = connector.settings !== null
  return (
    <PanelContent>
      <div>
        <PanelTitle>{connector.name}</PanelTitle>
        <p className={styles.help}>
          {words.kinds[connector.kind]} · {words.entities(format.number(connector.entities))}
          {connector.nextAt && !connector.secretUnreadableSince ? ` · ${words.nextAt(format.exact(connector.nextAt))}` : ''}
        </p>
        <RunStanding connector={connector} />
        {connector.secretUnreadableSince ? <p className={styles.problem}>{words.secretUnreadable}</p> : null}
        {connector.metricsProblem ? <MetricsProblem problem={connector.metricsProblem} /> : null}
      </div>
      {connector.kind === 'upload' ? (
        <div>
          <ButtonLink to="/my-environment/$customerId/upload" params={{ customerId }}>
            {words.upload}
          </ButtonLink>
        </div>
      ) : null}
      {isCloud ? (
        <Actions customerId={customerId} connector={connector} isEditing={isEditing} onEdit={setEditing} onClose={onClose} />
      ) : null}
      {isCloud && isEditing ? <Edit customerId={customerId} connector={connector} onSaved={() => setEditing(false)} /> : null}
      <ConnectorRuns customerId={customerId} connector={connector} openId={runId} onOpen={onRun} />
    </PanelContent>
  )
}

function MetricsProblem({ problem: { reason, detail, since } }: { problem: NonNullable<Connector['metricsProblem']> }) {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  return (
    <>
      <p className={styles.problem}>
        {words.metricsFailed(format.exact(since))} {words.problems[reason]}
      </p>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
    </>
  )
}

function Edit({ customerId, connector, onSaved }: { customerId: string; connector: Connector; onSaved: () => void }) {
  const words = useTexts(connectorTexts)
  const change = useChangeConnector(customerId, connector.connectorId)
  return (
    <ConnectorForm
      key={connector.version}
      connector={connector}
      onSubmit={(values) => change.mutateAsync({ ...values, version: connector.version })}
      onSent={() => {
        showToast(words.saved, 'success')
        onSaved()
      }}
    />
  )
}

type ActionsProps = {
  customerId: string
  connector: Connector
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onClose: () => void
}

function Actions({ customerId, connector, isEditing, onEdit, onClose }: ActionsProps) {
  const words = useTexts(connectorTexts)
  const { connectorId, latestRun, isEnabled } = connector
  const run = useRunConnector(customerId, connectorId)
  const isRunning = latestRun?.state === 'waiting' || latestRun?.state === 'running'
  return (
    <>
      <div className={styles.actions}>
        {isEnabled ? (
          <Button
            loading={run.isPending}
            disabled={isRunning}
            onClick={() => run.mutate(undefined, { onError: failureToast(words.failed) })}
          >
            {isRunning ? words.runs : words.runNow}
          </Button>
        ) : null}
        <Button variant="default" aria-expanded={isEditing} onClick={() => onEdit(!isEditing)}>
          {isEditing ? words.stopEditing : words.edit}
        </Button>
        <Remove customerId={customerId} connectorId={connectorId} onClose={onClose} />
      </div>
      {/* What is tried is what is stored, which is not what stands in the form. */}
      {isEditing ? null : <Trial customerId={customerId} connectorId={connectorId} />}
    </>
  )
}

function Trial({ customerId, connectorId }: { customerId: string; connectorId: string }) {
  const words = useTexts(connectorTexts)
  const format = useFormat()
  const test = useTestConnector(customerId, connectorId)
  const found = test.data
  return (
    <div>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {words.test}
      </Button>
      <div role="status" className={styles.trial}>
        {test.isError ? <p className={styles.problem}>{failureText(test.error, words)}</p> : null}
        {found?.problem ? <p className={styles.problem}>{words.problems[found.problem]}</p> : null}
        {found?.detail ? <p className={styles.detail}>{found.detail}</p> : null}
        {found && !found.problem ? (
          <p className={styles.good}>{words.tested(format.number(found.resources), found.containers.join(', '))}</p>
        ) : null}
      </div>
    </div>
  )
}

function Remove({ customerId, connectorId, onClose }: { customerId: string; connectorId: string; onClose: () => void }) {
  const words = useTexts(connectorTexts)
  const remove = useRemoveConnector(customerId)
  // Not as callbacks of `mutate`: those are dropped with this panel, which is gone as soon as the list is asked for again.
  const doRemove = () =>
    void remove.mutateAsync(connectorId).then(() => {
      showToast(words.removed, 'success')
      onClose()
    }, failureToast(words.failed))
  return <RemoveButton words={words} loading={remove.isPending} onRemove={doRemove} />
}
