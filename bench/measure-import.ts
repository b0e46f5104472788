import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readKeyFile } from '#server/platform/keys/key-file.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { startAzureServer } from '#server/testing/azure-server.ts'
import { recordedTenant, recordInventory } from '#server/testing/recorded-inventory.ts'
import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

const resourceCount = sized(100_000, 200)
const tagsOfEach = 20
const intoCustomer = '1002'
const ofReader = '/api/v1/customer/1001'

function makeResources() {
  const more = Array.from({ length: tagsOfEach - 2 }, (_, index) => `tag-${index}`)
  const resources = recordInventory(resourceCount).map((resource, n) => ({
    ...resource,
    tags: { ...resource.tags, ...Object.fromEntries(more.map((key, index) => [key, `value-${(n * (index + 7)) % 500}`])) },
  }))
  return resources.toSorted((one, other) => (one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1))
}

/** As the form would, and the run that follows. */
async function connect({ owner, folder }: Vakt): Promise<string> {
  const connectorId = randomUUID()
  const sealed = createSecretBox({ keys: await readKeyFile(folder), legacyPasswords: [] }, 'connector secrets').seal(
    connectorId,
    Buffer.from('right'),
  )
  const settings = { tenantId: recordedTenant, clientId: randomUUID(), subscriptions: [] }
  await owner.query(
    "insert into connector (customer_id, connector_id, kind, name, settings, sealed_secret, created_at) values ($1, $2, 'azure', 'Bench', $3, $4, now())",
    [intoCustomer, connectorId, settings, sealed],
  )
  return connectorId
}

async function askForRun({ owner }: Vakt, connectorId: string): Promise<string> {
  const { rows } = await owner.query(
    `with run as (
       insert into connector_run (customer_id, connector_id, state, cause, created_at) values ($1, $2, 'waiting', 'person', now()) returning run_id
     ), queued as (
       insert into job (queue, customer_id, row_id) values ('run-connectors', $1, $2::uuid::text)
     )
     select run_id, pg_notify('vakt_job', '') from run`,
    [intoCustomer, connectorId],
  )
  return rows[0].run_id
}

async function readRun({ owner }: Vakt, runId: string): Promise<{ state: string; seen: number; seconds: number }> {
  const { rows } = await owner.query(
    `select state, seen, extract(epoch from coalesce(finished_at, now()) - started_at)::float8 as seconds from connector_run where run_id = $1`,
    [runId],
  )
  return rows[0]
}

const readMegabytes = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** 100,000 resources with 20 tags each from a cloud, while people read; a Vakt of its own, which asks the cloud of the bench. */
export async function measureImport(): Promise<Figure[]> {
  const azure = await startAzureServer(makeResources(), { isSorted: true })
  const vakt = await startVakt({ AZURE_LOGIN_URL: azure.addresses.login, AZURE_MANAGEMENT_URL: azure.addresses.management })
  try {
    const token = accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))
    const read = async () => {
      const paths = [`${ofReader}/ticket?onlyOpen=true`, `${ofReader}/entity`, `${ofReader}/alert`]
      const headers = { authorization: `Bearer ${token}` }
      return (await sendLoad({ url: vakt.origin, method: 'GET', path: '', paths, headers })).milliseconds
    }
    const connectorId = await connect(vakt)
    await read()
    const before = readQuantile(await read(), 0.95)
    const runs: number[] = []
    const meanwhile: number[] = []
    let most = 0
    const sampling = setInterval(() => {
      most = Math.max(most, readMegabytes(vakt.pid))
    }, 250)
    // The first one adds everything, the second finds it as it was.
    for (const _ of ['added', 'the same']) {
      const runId = await askForRun(vakt, connectorId)
      for (;;) {
        meanwhile.push(...(await read()))
        const { state, seen, seconds } = await readRun(vakt, runId)
        if (state === 'waiting' || state === 'running') continue
        if (state !== 'succeeded' || seen !== resourceCount) throw new Error(`The run ended as ${state} after ${seen}.`)
        runs.push(seconds)
        break
      }
    }
    clearInterval(sampling)
    return [
      { name: 'import of 100,000 with 20 tags each', unit: 's', values: runs.slice(0, 1), goal: { atMost: 60 } },
      { name: '  … again, nothing changed', unit: 's', values: runs.slice(1), goal: { atMost: 60 } },
      { name: '  … memory of the server meanwhile, RSS', unit: 'MB', values: [most], goal: { atMost: 400 } },
      { name: 'reads beforehand, p95', unit: 'ms', values: [before] },
      { name: '  … during the import, p95', unit: 'ms', values: [readQuantile(meanwhile, 0.95)], goal: { atMost: 2 * before } },
    ]
  } finally {
    await vakt.stop()
    azure.close()
  }
}
