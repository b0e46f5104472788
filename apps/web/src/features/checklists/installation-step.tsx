import { useLocation } from '@tanstack/react-router'
import type { Checklist, ChecklistItem } from '@vakt/contract/customers/checklists.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { useTestItem } from './checklist-queries.ts'
import { ChecklistStep } from './checklist-step.tsx'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'
import { RestoreElsewhere } from './restore-elsewhere.tsx'
import { TestOutcomeLine } from './test-outcome.tsx'

type Step = Checklist['items'][number]

const places = {
  mail: '/admin/outbox',
  branding: '/admin/branding',
  customer: '/admin/customers',
  'monitoring-source': '/admin/sources',
  entity: '/admin/connectors',
} as const satisfies Partial<Record<ChecklistItem, string>>

const testAlert = `{"alerts":[{"status":"firing","labels":{"alertname":"Test from Vakt","severity":"low"}}]}`

/** The token is not known here, since it is shown only once. */
const sendTestAlert = `curl ${location.origin}/ingest/v1/alertmanager -H "Authorization: Bearer $TOKEN" \\\n  -H "Content-Type: application/json" -d '${testAlert}'`

function commandOf({ item, state, command }: Step): string | null {
  if (state === 'done') return null
  return item === 'monitoring-source' && state === 'waiting' ? sendTestAlert : command
}

function useSentence({ item, state, name, at }: Step): string {
  const { items } = useTexts(checklistTexts)
  const format = useFormat()
  if (state === 'done' && at) {
    if (item === 'monitoring-source') return items[item].done(format.relative(at))
    if (item === 'entity') return items[item].doneAgo(format.relative(at))
    if (item === 'backup') return items[item].doneAgo(format.relative(at))
    if (item === 'restore') return items[item].done(format.relative(at))
  }
  const text = items[item][state]
  return typeof text === 'function' ? text(name) : text
}

/** A step of the installation, with where it is done and a button that tests it now. */
export function InstallationStep({ step }: { step: Step }) {
  const { item, state } = step
  const { href } = useLocation()
  const words = useTexts(checklistTexts)
  const { title, open } = words.items[item]
  const test = useTestItem(item)
  const verb = test.data || test.isError ? words.testAgain : words.test
  const command = commandOf(step)
  const place = item in places ? places[item as keyof typeof places] : undefined
  return (
    <ChecklistStep
      level="h2"
      title={title}
      state={state}
      sentence={useSentence(step)}
      actions={
        <>
          {place ? (
            <ButtonLink variant="default" to={place} state={{ checklist: href }}>
              {open}
            </ButtonLink>
          ) : null}
          {item === 'restore' ? (
            <RestoreElsewhere />
          ) : (
            <Button variant="default" aria-label={`${verb}: ${title}`} loading={test.isPending} onClick={() => test.mutate()}>
              {verb}
            </Button>
          )}
        </>
      }
    >
      {command ? <pre className={styles.command}>{command}</pre> : null}
      <TestOutcomeLine item={item} outcome={test.data} isBroken={test.isError} />
    </ChecklistStep>
  )
}
