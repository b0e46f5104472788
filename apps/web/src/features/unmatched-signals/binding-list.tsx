import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { EntityBinding } from '@vakt/contract/alerts/unmatched-signals.ts'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { ReadableName } from '#web/shared/entities/readable-name.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { bindingsQuery, unbind, unmatchedKey } from './unmatched-queries.ts'
import type { UnmatchedScreen } from './unmatched-screen.ts'

const keyOf = ({ bindingId }: EntityBinding) => bindingId

export function BindingList({ screen }: { screen: UnmatchedScreen }) {
  const words = useTexts(unmatchedTexts)
  const list = useInfiniteQuery(bindingsQuery)
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<EntityBinding | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()

  async function takeBack({ customer, bindingId }: EntityBinding) {
    setBusy(true)
    setProblem(undefined)
    try {
      await unbind(customer.customerId, bindingId)
      await queryClient.invalidateQueries({ queryKey: unmatchedKey })
      setLeaving(null)
    } catch {
      setProblem(words.unbindFailed)
    }
    setBusy(false)
  }

  return (
    <>
      <ListRows
        screen={screen}
        list={list}
        words={{ failed: words.failed }}
        label={words.bindings}
        rowKey={keyOf}
        columns={[
          { key: 'target', label: words.target, phone: 'first', cell: ({ target }) => <bdi>{target}</bdi> },
          {
            key: 'source',
            label: words.source,
            width: '9rem',
            phone: 'hidden',
            cell: ({ source }) => <ReadableName of="source" value={source} />,
          },
          {
            key: 'entity',
            label: words.entity,
            width: '22%',
            phone: 'second',
            cell: ({ entity, isApplied }) => (isApplied ? <EntityLink customerId={entity.customerId} entity={entity} /> : words.waiting),
          },
          { key: 'by', label: words.by, width: '10rem', phone: 'hidden', cell: ({ createdBy }) => createdBy },
          { key: 'when', label: words.when, width: '8rem', phone: 'hidden', cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
          {
            key: 'unbind',
            label: words.unbind,
            width: '8rem',
            phone: 'first',
            cell: (row) => (
              <Button size="compact-sm" variant="subtle" aria-label={words.unbindOf(row.target)} onClick={() => setLeaving(row)}>
                {words.unbind}
              </Button>
            ),
          },
        ]}
        empty={<EmptyState title={words.nothingBound} text={words.nothingBoundText} icon={<Link2 size={28} strokeWidth={1.5} />} />}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        title={words.unbindTitle}
        text={words.unbindText}
        action={words.unbind}
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => leaving && void takeBack(leaving)}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}
