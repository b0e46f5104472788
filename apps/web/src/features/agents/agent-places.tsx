import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { agentListTexts } from './agent-list.texts.ts'

/** To what is set up for many agents of a customer. */
export function AgentPlaces({ customerId, mayWrite }: { customerId: string; mayWrite: boolean }) {
  const words = useTexts(agentListTexts)
  const navigate = useNavigate()
  const params = { customerId }
  return (
    <>
      <Button variant="default" onClick={() => void navigate({ to: '/my-environment/$customerId/agents/templates', params })}>
        {words.templates}
      </Button>
      {mayWrite ? (
        <Button variant="default" onClick={() => void navigate({ to: '/my-environment/$customerId/agents/tokens', params })}>
          {words.tokens}
        </Button>
      ) : null}
    </>
  )
}
