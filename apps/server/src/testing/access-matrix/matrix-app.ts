import assert from 'node:assert/strict'
import pg from 'pg'
import { createPhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import { startPowerBiServer } from '#server/testing/power-bi-server.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Account } from './matrix-accounts.ts'

export type MatrixApp = Awaited<ReturnType<typeof openMatrixApp>>

/** A Vakt that notes its routes and is asked over the network, and the sight of everything in its database. */
export async function openMatrixApp() {
  const routes = new Set<string>()
  const powerBi = await startPowerBiServer()
  const vakt = await createTestApp({
    powerBi: powerBi.settings,
    mailServer: 'smtp.vakt.test',
    phone: {
      settings: { sms: null, voice: null, countries: ['SE'] },
      callbacks: createPhoneCallbacks('https://vakt.test', Buffer.alloc(32, 5)),
    },
    prepare: (app) =>
      app.addHook('onRoute', ({ method, url }) => {
        for (const name of [method].flat()) if (name !== 'HEAD') routes.add(`${name} ${url}`)
      }),
  })
  const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  const tokens = new Map<Account, string>()

  async function request(account: Account, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const token = tokens.get(account)
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // The live stream has no end of its own.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return { status: answer.status, json: null, isReplayed: false }
    }
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
    return { status: answer.status, json, isReplayed: answer.headers.get('idempotent-replayed') === 'true' }
  }

  /** The status of what a page saves as a file. */
  async function requestDownload(account: Account, path: string): Promise<number> {
    const body = new URLSearchParams({ access_token: tokens.get(account) ?? '' })
    const answer = await fetch(`${address}${path}`, { method: 'POST', body })
    const text = await answer.text()
    assert.equal(answer.headers.get('content-disposition')?.startsWith('attachment') ?? false, answer.status === 200, path)
    assert.equal(answer.status === 200 || JSON.parse(text).errors.length === 1, true, path)
    return answer.status
  }

  /** Made once, so that the database plans it once: it is asked hundreds of times. Rows of partitions are those of their table. */
  async function writeQueryOfAllRows(): Promise<string> {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'staff_look' order by 1`,
    )
    assert.ok(tables.length >= 12)
    const parts = tables.map(({ name }) => {
      // When a user was last seen and a token last used is written by any request, also one that is refused.
      const isMarkedByUse = ['app_user', 'user_session', 'api_token', 'service_token'].includes(name)
      const row = isMarkedByUse ? "(to_jsonb(t) - '{last_seen_at,last_used_at}'::text[])::text" : 't::text'
      const which = name === 'recorded_action' ? "where action not in ('customer.look', 'user.view-as')" : ''
      return `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as content from ${name} t ${which}`
    })
    return parts.join(' union all ')
  }
  let queryOfAllRows: Promise<string> | undefined

  /**
   * Everything that belongs to customers, as one text for each table. That staff look into a customer is written down by the first request of
   * each hour, whichever that is, so it is left out.
   */
  async function readAllRows(): Promise<Record<string, string>> {
    queryOfAllRows ??= writeQueryOfAllRows()
    const { rows } = await owner.query<{ name: string; content: string }>({ name: 'all rows', text: await queryOfAllRows })
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
  }

  const close = async () => {
    await owner.end()
    await vakt.close()
    await powerBi.close()
  }
  return { vakt, owner, routes, tokens, request, requestDownload, readAllRows, close }
}
