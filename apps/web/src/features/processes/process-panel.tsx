import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Process } from '@vakt/contract/processes/processes.ts'
import { describeAction, textOf } from '@vakt/domain/processes/describe-action.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { PanelContent, PanelPart, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { processQuery } from './process-queries.ts'
import { ProcessVersions } from './process-versions.tsx'
import styles from './processes.module.css'
import { processTexts } from './processes.texts.ts'
import { useProcessVerbs } from './use-process-verbs.ts'

type ProcessPanelProps = { customerId: string; processModelId: string; entityId?: string | undefined; onClose: () => void }

/** One process: its steps with their texts, what starts it, and its versions. */
export function ProcessPanel({ customerId, processModelId, entityId, onClose }: ProcessPanelProps) {
  const words = useTexts(processTexts)
  const query = useQuery(processQuery({ customerId, processModelId }))
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.listFailed} error={query.error} onRetry={() => void query.refetch()} />
  return <ProcessContent process={query.data} customerId={customerId} entityId={entityId} onClose={onClose} />
}

type ContentProps = { customerId: string; process: Process; entityId: string | undefined; onClose: () => void }

function ProcessContent({ customerId, process, entityId, onClose }: ContentProps) {
  const words = useTexts(processTexts)
  const language = useLanguage()
  const { can } = useShownCustomer()
  return (
    <PanelContent>
      <div>
        <PanelTitle>
          <bdi>{process.name}</bdi>
        </PanelTitle>
        <p className={styles.dim}>{process.enabled ? words.enabledState : words.disabledState}</p>
        {process.description ? <p className={styles.text}>{process.description}</p> : null}
        {process.entity ? <EntityLink customerId={customerId} entity={process.entity} /> : <FilterText process={process} />}
      </div>
      {can(['@feature.myenvironment.write']) ? (
        <ProcessActions customerId={customerId} process={process} entityId={entityId} onClose={onClose} />
      ) : (
        <p className={styles.dim}>{words.noRight}</p>
      )}
      <PanelPart title={words.startsOn}>
        <p className={styles.text}>{rulesOf(process, words)}</p>
      </PanelPart>
      <PanelPart title={words.steps}>
        <ol className={styles.steps}>
          {process.actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <li key={index}>
              <bdi>{describeAction(action, language)}</bdi>
              {textOf(action) === null ? null : <p className={styles.stepText}>{textOf(action)}</p>}
            </li>
          ))}
        </ol>
      </PanelPart>
      <ProcessVersions customerId={customerId} processModelId={process.processModelId} />
    </PanelContent>
  )
}

type Words = { allRulesLong: string; deletedRule: (name: string) => string }

function rulesOf({ applyToAllAlertRules, alertRules, externalRules }: Process, words: Words): string {
  if (applyToAllAlertRules) return words.allRulesLong
  const own = alertRules.map(({ name, isDeleted }) => (isDeleted ? words.deletedRule(name) : name))
  return [...own, ...externalRules].join(', ')
}

function FilterText({ process: { filter, covers } }: { process: Process }) {
  const words = useTexts(processTexts)
  const parts = [...(filter?.type ?? []), ...(filter?.resourceGroup ?? []), ...(filter?.tag ?? [])]
  return (
    <p className={styles.text}>
      {parts.length > 0 ? `${words.allThatMatch}: ${parts.join(', ')}` : words.everyResource}
      {covers === null ? null : <span className={styles.dim}> · {words.covers(covers)}</span>}
    </p>
  )
}

function ProcessActions({ customerId, process, entityId, onClose }: ContentProps) {
  const words = useTexts(processTexts)
  const navigate = useNavigate()
  const { isBusy, doSwitch, doCopy, doRemove } = useProcessVerbs(customerId)
  const { processModelId } = process
  return (
    <div className={styles.actions}>
      {entityId ? (
        <ButtonLink
          to="/my-environment/$customerId/$entityId/auto-actions/edit/$processModelId"
          params={{ customerId, entityId, processModelId }}
        >
          {words.edit}
        </ButtonLink>
      ) : (
        <ButtonLink to="/automation/$customerId/edit/$processModelId" params={{ customerId, processModelId }}>
          {words.edit}
        </ButtonLink>
      )}
      <Button
        variant="default"
        loading={isBusy}
        onClick={() =>
          doCopy(process, (copied) => {
            const search = { process: copied.processModelId }
            if (entityId)
              void navigate({ to: '/my-environment/$customerId/$entityId/auto-actions', params: { customerId, entityId }, search })
            else void navigate({ to: '/automation/$customerId', params: { customerId }, search })
          })
        }
      >
        {words.copy}
      </Button>
      <Button variant="default" loading={isBusy} onClick={() => doSwitch(process)}>
        {process.enabled ? words.disable : words.enable}
      </Button>
      <Button
        variant="default"
        color="red"
        onClick={() => {
          // Gone before it is deleted, so that nothing asks for what is not there any more.
          onClose()
          doRemove(process)
        }}
      >
        {words.remove}
      </Button>
    </div>
  )
}
