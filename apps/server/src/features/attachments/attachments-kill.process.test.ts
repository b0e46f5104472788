import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { startObjectStorage } from '#server/testing/object-storage-server.ts'
import { connectionOf, createDataFolder, type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { sweepAttachments } from './sweep-attachments.ts'

const dataFolder = await createDataFolder()
const server = await startObjectStorage()
const env = { DATA_DIR: dataFolder, DEMO: 'true', LOG_LEVEL: 'error' }
const { config } = server
const withStorage = {
  ...env,
  S3_ENDPOINT: config.endpoint,
  S3_BUCKET: config.bucket,
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
}
let vakt: RunningVakt | undefined
after(async () => {
  await vakt?.end('SIGTERM')
  await server.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

async function asOwner<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connectionOf(dataFolder))
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** A personal token of an administrator of customer 1001. */
async function createToken(): Promise<string> {
  const secret = `vakt_pat_${randomBytes(32).toString('base64url')}`
  await asOwner(
    `with person as (
       insert into app_user (customer_id, issuer, subject, name, email, roles)
       select '1001', 'test', $2, 'Eva', 'eva@nordan.example', array_agg(role) from customer_role_feature where customer_id = '1001' returning user_id)
     insert into api_token (customer_id, user_id, name, token_hash, scope, created_at)
     select '1001', user_id, 'test', $1, '{@feature.tickets.read,@feature.tickets.write}', now() from person`,
    [createHash('sha256').update(secret).digest(), secret],
  )
  return secret
}

async function createTicket({ origin }: RunningVakt, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/customer/1001/ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'Killed', description: 'While uploading.', email: 'eva@nordan.example' }),
  })
  return ((await answer.json()) as { result: { temp_id: string } }).result.temp_id
}

const pathOf = (tempId: string, name: string) => `/api/v1/customer/1001/ticket/attachment/${tempId}/${name}`

/** Attachments whose contents are not there whole. */
const findTorn = () =>
  asOwner(
    `select a.attachment_id from ticket_attachment a left join ticket_attachment_content c
       on c.customer_id = a.customer_id and c.attachment_id = a.attachment_id and c.variant = 'whole'
     where octet_length(c.content) is distinct from a.size`,
  )
const countAll = async () =>
  (
    await asOwner<{ rows: number; contents: number }>(
      `select (select count(*)::int from ticket_attachment) as rows, (select count(*)::int from ticket_attachment_content) as contents`,
    )
  )[0]

test('an upload that is killed half way, or at any other moment, leaves nothing half there', async () => {
  vakt = await startVakt(env)
  const token = await createToken()
  const tempId = await createTicket(vakt, token)
  const before = await countAll()
  const socket = connect(Number(new URL(vakt.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${pathOf(tempId, 'half.txt')} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 2000000\r\n\r\n${'x'.repeat(1_000_000)}`,
  )
  await once(socket, 'drain')
  await vakt.end('SIGKILL')
  socket.destroy()
  vakt = await startVakt(env)
  assert.deepEqual(await countAll(), before)

  for (const milliseconds of [60, 120, 200, 320]) {
    const running = vakt
    const tempIds = await Promise.all(Array.from({ length: 3 }, () => createTicket(running, token)))
    const body = 'y'.repeat(4_000_000)
    const uploads = tempIds.flatMap((id) =>
      Array.from({ length: 5 }, (_, index) =>
        fetch(`${running.origin}${pathOf(id, `${index}.txt`)}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body }),
      ),
    )
    const settled = Promise.allSettled(uploads)
    // The moment of the kill is what this test is about.
    await wait(milliseconds)
    await running.end('SIGKILL')
    const answered = (await settled).filter((one) => one.status === 'fulfilled' && one.value.status === 200).length
    vakt = await startVakt(env)
    assert.deepEqual(await findTorn(), [])
    assert.ok(((await countAll())?.rows ?? 0) >= answered)
  }
})

test('what a killed upload left in the object storage is swept up', async () => {
  await vakt?.end('SIGTERM')
  vakt = await startVakt(withStorage)
  const token = await createToken()
  const tempId = await createTicket(vakt, token)
  const before = await countAll()
  const put = new Promise<string>((resolve) => {
    server.holdPut = resolve
  })
  const upload = fetch(`${vakt.origin}${pathOf(tempId, 'a.txt')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'x',
  }).catch(() => null)
  const key = await put
  await vakt.end('SIGKILL')
  await upload
  server.holdPut = null
  vakt = await startVakt(withStorage)
  assert.deepEqual(await countAll(), before)
  assert.deepEqual([...server.objects.keys()], [key])

  const pool = new pg.Pool(connectionOf(dataFolder))
  try {
    const now = new Date(Date.now() + 7_200_000)
    const context = { actor: { type: 'system' as const, job: 'test' }, now, pool, log: silentLog, requestId: null, isStaff: false }
    // The process sweeps too when it starts, and while one sweeps the other removes nothing.
    while ((await sweepAttachments(context, openObjectStorage(config))) === 0) await wait(50)
  } finally {
    await pool.end()
  }
  assert.equal(server.objects.size, 0)
})
