import type { IncidentDetails } from '@vakt/contract/incidents/incident-details.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { openNowTexts } from './open-now.texts.ts'
import { useTake } from './open-now-queries.ts'

/** For an incident without an assignee. */
export function AssignToMe({ customerId, incident }: { customerId: string; incident: IncidentDetails }) {
  const words = useTexts(openNowTexts)
  const take = useTake(customerId)
  return (
    <Button size="compact-sm" variant="default" data-act="" loading={take.isPending} onClick={() => take.mutate(incident)}>
      {words.take}
    </Button>
  )
}
