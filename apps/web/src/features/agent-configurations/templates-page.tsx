import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type AgentTemplate, listAgentTemplates, rollOutShares } from '@vakt/contract/agents/agent-templates.ts'
import { LayoutTemplate } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './agent.module.css'
import { templatesQuery } from './template-queries.ts'
import { templateTexts } from './templates.texts.ts'
import { agentTemplatesSearch } from './templates-search.ts'

const TemplatePanel = lazy(() => import('./template-panel.tsx').then((module) => ({ default: module.TemplatePanel })))

function useColumns(link: RowLink): Column<AgentTemplate>[] {
  const words = useTexts(templateTexts)
  return [
    { key: 'name', label: words.name, phone: 'first', cell: ({ templateId, name }) => link(templateId, <bdi>{name}</bdi>, name) },
    {
      key: 'rollOut',
      label: words.rollOut,
      width: '16rem',
      phone: 'second',
      cell: ({ rollOut, stage }) => (
        <span className={styles.rollOut} data-state={rollOut}>
          {rollOut === 'running' ? words.runningAt(rollOutShares[stage] ?? 100) : words.rollOuts[rollOut]}
        </span>
      ),
    },
    {
      key: 'machines',
      label: words.machines,
      width: '14rem',
      phone: 'second',
      cell: ({ machines }) => words.appliedOf(machines.applied, machines.covered),
    },
    {
      key: 'changed',
      label: words.changed,
      width: '9rem',
      phone: 'hidden',
      cell: ({ modifiedAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={modifiedAt} />
        </span>
      ),
    },
  ]
}

/** What many machines of the shown customer watch, and how far each template is rolled out. */
export function AgentTemplatesPage() {
  const words = useTexts(templateTexts)
  const { customerId, name, can } = useShownCustomer()
  const navigate = useNavigate()
  const screen = useListScreen(agentTemplatesSearch)
  const list = useInfiniteQuery(templatesQuery(customerId))
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const opened = rows.find(({ templateId }) => templateId === screen.openKey)
  const mayWrite = can(['@feature.myenvironment.write'])
  const add = mayWrite ? (
    <Button onClick={() => void navigate({ to: '/my-environment/$customerId/agents/templates/create', params: { customerId } })}>
      {words.create}
    </Button>
  ) : null
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.intro(name)}
      action={rows.length > 0 ? add : null}
      onExport={(format) => downloadList(listAgentTemplates, { params: { customerId } }, format)}
      columns={columns}
      rowKey={({ templateId }) => templateId}
      words={{ failed: words.listFailed }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<LayoutTemplate size={28} strokeWidth={1.5} />}>
          {add}
        </EmptyState>
      }
      panel={
        <SidePanel label={words.details} isOpen={opened !== undefined} onClose={screen.close}>
          {opened ? (
            <TemplatePanel key={opened.templateId} customerId={customerId} template={opened} mayWrite={mayWrite} onClose={screen.close} />
          ) : null}
        </SidePanel>
      }
    />
  )
}
