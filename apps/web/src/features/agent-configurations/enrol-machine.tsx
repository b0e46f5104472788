import { useMutation } from '@tanstack/react-query'
import { createEnrolmentToken } from '@vakt/contract/agents/agents.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AgentDownloads } from '#web/shared/agents/agent-downloads.tsx'
import { InstallAgent, useAgentPackages } from '#web/shared/agents/install-agent.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SecretOnce } from '#web/ui/controls/secret-once.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { enrolMachineTexts } from './enrol-machine.texts.ts'

/** Makes a token for the machine of this resource, with the line to run there. */
export function EnrolMachine({ customerId, entityId }: { customerId: string; entityId: string }) {
  const words = useTexts(enrolMachineTexts)
  const packages = useAgentPackages(customerId)
  const create = useMutation({
    mutationFn: () =>
      call(createEnrolmentToken, { params: { customerId }, body: { name: words.tokenName(entityId), entityId, uses: 1, hours: 24 } }),
    onError: failureToast(words.failed),
  })
  if (create.data)
    return (
      <SecretOnce words={words} secret={create.data.secret} onDone={() => create.reset()}>
        <InstallAgent customerId={customerId} token={create.data.secret} />
      </SecretOnce>
    )
  return (
    <>
      <div>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {words.enrol}
        </Button>
      </div>
      {packages.data ? <AgentDownloads packages={packages.data} /> : null}
    </>
  )
}
