import { useQuery } from '@tanstack/react-query'
import { type AgentPackages, listAgentPackages } from '@vakt/contract/agents/agents.ts'
import { lineToInstall } from '@vakt/domain/agents/install-line.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Choice } from '#web/ui/controls/choice.tsx'
import { CopyBlock } from '#web/ui/controls/copy-block.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { installAgentTexts } from './install-agent.texts.ts'

export const useAgentPackages = (customerId: string) =>
  useQuery({
    queryKey: ['agent-packages', customerId],
    queryFn: ({ signal }) => call(listAgentPackages, { params: { customerId }, signal }),
  })

type InstallProps = { customerId: string; token: string; children?: ReactNode }

/** What to paste on a machine to install the agent and enrol it with a token, after `children`; or how the packages for that are made. */
export function InstallAgent({ customerId, token, children }: InstallProps) {
  const words = useTexts(installAgentTexts)
  const query = useAgentPackages(customerId)
  if (query.isPending) return null
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.packages.length === 0) return <p>{words.noPackages}</p>
  return (
    <>
      {children}
      <InstallLine packages={query.data} token={token} />
      <p>{words.limits}</p>
    </>
  )
}

function InstallLine({ packages: { packages, folderUrl }, token }: { packages: AgentPackages; token: string }) {
  const words = useTexts(installAgentTexts)
  const [file, setFile] = useState(packages.find(({ platform, arch }) => platform === 'linux' && arch === 'x64')?.file)
  const chosen = packages.find((one) => one.file === file) ?? packages[0]
  if (!chosen) return null
  const line = lineToInstall({ ...chosen, folderUrl, server: new URL(folderUrl).origin, token })
  return (
    <>
      <Choice
        label={words.machine}
        value={chosen.file}
        options={packages.map((one) => ({ value: one.file, label: `${words.systems[one.platform]} ${one.arch}` }))}
        onChange={setFile}
      />
      <CopyBlock label={words.lines[chosen.platform]} text={line} wraps />
    </>
  )
}
