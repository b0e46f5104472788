import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { unmergeIncident } from '@vakt/contract/incidents/incident-merging.ts'
import { Ellipsis } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

const MergeDialog = lazy(() => import('./incident-merging.tsx').then((module) => ({ default: module.MergeDialog })))
const SplitDialog = lazy(() => import('./incident-merging.tsx').then((module) => ({ default: module.SplitDialog })))

type Props = { customerId: string; incident: IncidentDetails }

type ForStaff = {
  AddToMajorIncident: ComponentType<{
    incident: { customerId: string; incidentId: string; title: string; where?: string }
    onClose: () => void
  }>
}

/** The rarer things that people do about an open incident. */
export function MoreActions({ customerId, incident, AddToMajorIncident }: Props & ForStaff) {
  const words = useTexts(incidentPageTexts)
  const byStaff = isStaff(useSession())
  const [shown, setShown] = useState<'merge' | 'split' | 'major' | null>(null)
  const items = [{ key: 'merge', label: words.merge, onChoose: () => setShown('merge') }]
  if (incident.alerts > 1) items.push({ key: 'split', label: words.split, onChoose: () => setShown('split') })
  const isGrouped = incident.majorIncident !== null && incident.majorIncident.endedAt === null
  if (byStaff && !isGrouped) items.push({ key: 'major', label: words.addToMajor, onChoose: () => setShown('major') })
  const onClose = () => setShown(null)
  const props = { customerId, incident, onClose }
  const { incidentId, title, entity } = incident
  return (
    <>
      <MenuButton label={<Ellipsis size={16} aria-hidden="true" />} ariaLabel={words.more} items={items} />
      <Suspense>
        {shown === 'merge' ? <MergeDialog {...props} /> : null}
        {shown === 'split' ? <SplitDialog {...props} /> : null}
        {shown === 'major' ? (
          <AddToMajorIncident incident={{ customerId, incidentId, title, ...(entity ? { where: entity.name } : {}) }} onClose={onClose} />
        ) : null}
      </Suspense>
    </>
  )
}

/** Of an incident that was merged: which one goes on, and the way back. */
export function MergedInto({ customerId, incident, mayHandle }: Props & { mayHandle: boolean }) {
  const words = useTexts(incidentPageTexts)
  const queryClient = useQueryClient()
  const titleOf = useIncidentTitle()
  const { incidentId, mergedInto } = incident
  const undo = useMutation({
    mutationFn: () => call(unmergeIncident, { params: { customerId, incidentId } }),
    onError: failureToast(words),
    onSettled: () =>
      Promise.all(['incidents', 'alerts', 'tickets'].map((key) => queryClient.invalidateQueries({ queryKey: [key, customerId] }))),
  })
  if (!mergedInto) return null
  return (
    <p className={styles.merged}>
      <span>
        {words.mergedInto}{' '}
        <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId: mergedInto.incidentId }}>
          {titleOf(mergedInto)}
        </Link>
      </span>
      {mayHandle ? (
        <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {words.undoMerge}
        </Button>
      ) : null}
    </p>
  )
}
