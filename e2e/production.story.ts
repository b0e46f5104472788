import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { findPorts, type Program } from '#server/testing/production/spawn-program.ts'
import { readVaktSite, startCaddy } from '#server/testing/production/start-caddy.ts'
import { resourceOf, startGlewlwyd } from '#server/testing/production/start-glewlwyd.ts'
import { startNginx } from '#server/testing/production/start-nginx.ts'
import { runCommand, startPostgres15 } from '#server/testing/production/start-postgres.ts'
import { type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'
import { openUserMenu, readTokens } from './sign-in.ts'
import { type Condition, newCondition, titleOf } from './signals.ts'

const has = (program: string | undefined) => program !== undefined && existsSync(program)
const missing = [
  ...(has(process.env.CADDY_PATH) ? [] : ['Caddy']),
  ...(has(process.env.NGINX_PATH) ? [] : ['nginx']),
  ...(has(process.env.GLEWLWYD_PATH) ? [] : ['Glewlwyd']),
  ...(existsSync('/usr/lib/postgresql/15/bin') ? [] : ['PostgreSQL 15']),
]
const customerId = 'fjord'
const anna = { username: 'anna', password: 'correct horse battery', name: 'Anna Ek', email: 'anna@nordicops.example' }

const running: Pick<Program, 'end'>[] = []
let folder = ''
let stopDatabase = async () => {}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vakt-production-'))
})
test.afterAll(async () => {
  await Promise.all(running.map(({ end }) => end('SIGKILL')))
  await stopDatabase()
  await rm(folder, { recursive: true, force: true })
})

async function startEverything() {
  const [caddyPort = 0, identityPort = 0, glewlwydPort = 0, ...ports] = await findPorts(7)
  const [web1 = 0, web2 = 0, nginxPort = 0, plainPort = 0] = ports
  const [origin, identityOrigin] = [`https://localhost:${caddyPort}`, `https://localhost:${identityPort}`]
  const keep = <Kind extends Program>(program: Kind): Kind => {
    running.push(program)
    return program
  }
  const sites = [await readVaktSite(caddyPort, [web1, web2]), `${identityOrigin} {\n\treverse_proxy 127.0.0.1:${glewlwydPort}\n}\n`]
  const [{ authority }, , { databaseUrl, stop }] = await Promise.all([
    startCaddy(folder, sites).then(keep),
    startGlewlwyd({ folder, port: glewlwydPort, origin: identityOrigin, vaktOrigin: origin, account: anna }).then(keep),
    startPostgres15(folder),
  ])
  stopDatabase = stop
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: (await runCommand('make-key.ts', [], {})).trim(),
    ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: `${identityOrigin}/api/oidc`,
    OIDC_SCOPE: 'openid vakt',
    OIDC_RESOURCE: resourceOf(origin),
    OIDC_AUDIENCE: resourceOf(origin),
    OIDC_PROMPT: 'login',
    NODE_EXTRA_CA_CERTS: authority,
  }
  const provider = ['--provider', 'Nordic Ops', '--domain', 'nordicops.example', '--admin', `Anna Ek <${anna.email}>`]
  await runCommand(
    'set-up.ts',
    [...provider, '--customer', 'Fjord Foods', '--customer-id', customerId, '--customer-domain', 'fjordfoods.example'],
    env,
  )
  const startRole = async (role: 'web' | 'worker', port: number): Promise<RunningVakt> => {
    const vakt = await startVakt({ ...env, ROLES: role, PORT: String(port) })
    running.push(vakt)
    return vakt
  }
  const [firstWeb, secondWeb, firstWorker] = await Promise.all([
    startRole('web', web1),
    startRole('web', web2),
    startRole('worker', 0),
    startRole('worker', 0),
  ])
  const startWebAgain = () => startRole('web', web1)
  const openNginx = async () => {
    keep(await startNginx(folder, { https: nginxPort, http: plainPort, web: [web1, web2] }))
    return `https://localhost:${nginxPort}`
  }
  return { origin, firstWeb, secondWeb, firstWorker, startWebAgain, openNginx }
}

/** Signs in as people do at Glewlwyd: login, password, and the consent that it asks for once. */
async function signInAtGlewlwyd(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Login' }).fill(anna.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(anna.password)
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('checkbox', { name: 'Vakt' }).check()
  await page.getByRole('button', { name: 'Grant access' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
}

/** The body of an Alertmanager of a condition that fires. */
const firing = ({ name, fingerprint, instance, startsAt }: Condition) => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      fingerprint,
      startsAt,
      endsAt: '0001-01-01T00:00:00Z',
      labels: { alertname: name, severity: 'critical', instance },
      annotations: { summary: titleOf({ name, fingerprint, instance, startsAt }) },
    },
  ],
})

test('two web and two worker processes behind Caddy and a real OpenID server survive the kill of one of each', async ({ browser }) => {
  test.skip(missing.length > 0, `There is no ${missing.join(', no ')} here.`)
  test.setTimeout(180_000)
  const { origin, firstWeb, secondWeb, firstWorker, startWebAgain, openNginx } = await startEverything()
  const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await signInAtGlewlwyd(page)

  const { accessToken } = await readTokens(page)
  const asAnna = { authorization: `Bearer ${accessToken}` }
  const created = await context.request.post(`/api/v1/admin/customer/${customerId}/monitoring-source`, {
    headers: asAnna,
    data: { name: 'Alertmanager' },
  })
  expect(created.status(), await created.text()).toBe(200)
  const { secret } = (await created.json()).result as { secret: string }
  const send = async (condition: Condition, to = origin) => {
    const headers = { authorization: `Bearer ${secret}` }
    const answer = await context.request.post(`${to}/ingest/v1/alertmanager`, { headers, data: firing(condition) })
    return answer.status()
  }
  const read = async (from: string) =>
    (await context.request.get(`${from}/api/v1/customer/${customerId}/ticket`, { headers: asAnna })).status()
  /** Sends and reads while a process dies; answers with the statuses that were not those of success. */
  const loadWhile = async (dying: Promise<unknown>, to: string) => {
    const [sent, seen]: [number[], number[]] = [[], []]
    for (let time = 0; time < 30; time += 1) {
      sent.push(await send(newCondition(`host-${time}`), to))
      seen.push(await read(to))
    }
    await dying
    return { sent: sent.filter((status) => status !== 202), seen: seen.filter((status) => status !== 200) }
  }
  const row = (condition: Condition) => page.getByText(titleOf(condition)).first()
  const before = newCondition('till-01')

  await test.step('an alert is on the screen of the customer', async () => {
    await page.goto(`/incidents/${customerId}`)
    expect(await send(before)).toBe(202)
    await expect(row(before)).toBeVisible()
  })

  await test.step('a web and a worker process are killed: reading goes on, senders that retry lose nothing, and the screen stays live', async () => {
    const { sent, seen } = await loadWhile(Promise.all([firstWeb.end('SIGKILL'), firstWorker.end('SIGKILL')]), origin)
    expect(seen).toEqual([])
    expect(sent.filter((status) => status !== 502 && status !== 503)).toEqual([])
    const after = newCondition('till-02')
    await expect.poll(() => send(after)).toBe(202)
    await expect(row(after)).toBeVisible()
  })

  await test.step('behind nginx no sender sees the kill at all', async () => {
    await startWebAgain()
    const nginx = await openNginx()
    expect(await read(nginx)).toBe(200)
    expect(await loadWhile(secondWeb.end('SIGKILL'), nginx)).toEqual({ sent: [], seen: [] })
  })

  await test.step('the session goes on over the killed processes, and signing out asks the OpenID server to end its own', async () => {
    const last = newCondition('till-03')
    await page.reload()
    expect(await send(last)).toBe(202)
    await expect(row(last)).toBeVisible()
    const menu = await openUserMenu(page)
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'The client wishes you to close the current session' })).toBeVisible()
  })
})
