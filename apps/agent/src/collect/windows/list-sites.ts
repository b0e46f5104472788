import type { AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import { decodeXmlText } from './decode-output.ts'
import type { RunSystemProgram } from './run-system-program.ts'

type Found = AgentFindings['websites']

export const appcmd = 'inetsrv\\appcmd.exe'
const mostNames = 10_000

/** What `appcmd list site /xml` or `appcmd list apppool /xml` wrote. The state stands there in English whatever the language of Windows. */
export function parseAppcmd(xml: string, element: 'SITE' | 'APPPOOL'): Found {
  return [...xml.matchAll(new RegExp(`<${element}\\s([^>]*)>`, 'g'))].flatMap(([, attributes = '']) => {
    const attributeOf = (name: string) => decodeXmlText(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
    const name = attributeOf(`${element}\\.NAME`).slice(0, 256)
    const state = attributeOf('state')
    return name === '' ? [] : [{ name, state: state === 'Started' ? 'running' : state === 'Stopped' ? 'stopped' : 'other' }]
  })
}

/** The websites and application pools of IIS; null where IIS is not installed. */
export async function listSites(run: RunSystemProgram): Promise<{ websites: Found; appPools: Found } | null> {
  try {
    const websites = parseAppcmd(await run(appcmd, ['list', 'site', '/xml']), 'SITE')
    const appPools = parseAppcmd(await run(appcmd, ['list', 'apppool', '/xml']), 'APPPOOL')
    return { websites: websites.slice(0, mostNames), appPools: appPools.slice(0, mostNames) }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null
    throw error
  }
}
