import type { AgentConfiguration } from '@vakt/contract/agents/agent-configurations.ts'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverNow } from '#web/platform/server-clock.ts'
import { expectCount } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { AgentHead } from './agent-head.tsx'

const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString()
/** The time as the page writes it, whatever the zone of this machine is. */
const timeOf = (iso: string) => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

type Moments = { lastContact: string; changed: string; ended?: string | null }

function configurationOf({ lastContact, changed, ended = null }: Moments): AgentConfiguration {
  const found = { services: [], websites: [], appPools: [] }
  const report = {
    ...{ agentVersion: '1', platform: 'linux' as const, lastContactAt: lastContact, startedAt: null, appliedVersion: 1 },
    ...{ appliedAt: changed, failedVersion: null, problem: null, found },
  }
  const content = { content: emptyConfiguration, own: emptyConfiguration, sources: [] }
  return { configurationId: 'c', version: 2, ...content, changedAt: changed, changedBy: 'Eva', report, agent: null, agentEndedAt: ended }
}

test('an agent that was ended is not merely silent', async () => {
  const ended = minutesAgo(30)
  renderPart(<AgentHead customerId="1001" configuration={configurationOf({ lastContact: ended, changed: minutesAgo(90), ended })} />)
  await expect.element(page.getByRole('heading', { name: new RegExp(`^The agent was ended on .*${timeOf(ended)}$`) })).toBeVisible()
  await expect.element(page.getByText('To monitor it again, enrol the machine.')).toBeVisible()
})

for (const [name, lastContact, changed, said] of [
  ['silent', minutesAgo(45), minutesAgo(90), 'The agent has been silent since'],
  ['waiting', minutesAgo(0), minutesAgo(4), 'Waiting for the agent since'],
  ['late', minutesAgo(0), minutesAgo(45), 'Still waiting for the agent, since'],
] as const)
  test(`the first line says since when: ${name}`, async () => {
    renderPart(<AgentHead customerId="1001" configuration={configurationOf({ lastContact, changed })} />)
    const since = timeOf(name === 'silent' ? lastContact : changed)
    await expect.element(page.getByRole('heading', { name: new RegExp(`^${said} .*${since}$`) })).toBeVisible()
  })

test('measurements that were dropped in the last hour are said with why, and are past after it', async () => {
  const configuration = configurationOf({ lastContact: minutesAgo(0), changed: minutesAgo(90) })
  const agentWith = (lastAt: string): AgentConfiguration['agent'] => ({
    ...{
      agentId: 'a',
      hostname: 'web-1',
      enrolledAt: minutesAgo(900),
      copiedSince: null,
      refusesCommandsSince: null,
      clockAheadSeconds: 0,
    },
    droppedPoints: { points: 1200, since: minutesAgo(300), lastAt, why: 'too_old' },
  })
  const said = page.getByText(/the portal dropped 1,200 measurements of this machine\. They were more than 24 hours old/)
  renderPart(<AgentHead customerId="1001" configuration={{ ...configuration, agent: agentWith(minutesAgo(61)) }} />)
  await expect.element(page.getByRole('status')).toBeVisible()
  await expectCount(said, 0)
  renderPart(<AgentHead customerId="1001" configuration={{ ...configuration, agent: agentWith(minutesAgo(59)) }} />)
  await expect.element(said).toBeVisible()
})
