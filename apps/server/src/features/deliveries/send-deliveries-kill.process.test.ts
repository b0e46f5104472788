import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { connectionOf, createDataFolder, type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'

const rounds = 4
const mailsEachRound = 25

// Slow enough that a kill meets every step: before the hand-over, during it, and between the whole mail and its acknowledgement.
const sink = await startMailSink({ onMail: () => wait(randomInt(0, 15)) })
const dataFolder = await createDataFolder()
const env = {
  DATA_DIR: dataFolder,
  DEMO: 'true',
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  MAIL_FROM: 'Vakt <vakt@vakt.test>',
}
let vakt: RunningVakt | undefined
after(async () => {
  await vakt?.end('SIGTERM')
  await sink.close()
  await rm(dataFolder, { recursive: true, force: true })
})

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(connectionOf(dataFolder))
  // The database ends with the kill; what was asked before is read already.
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** To a user who may receive them. */
const queueMails = (owner: pg.Client, round: number) =>
  owner.query(
    `with reader as (
       insert into app_user (customer_id, issuer, subject, name, email) values ('1001', 'kill', 'kill', 'Kill', 'kill@vakt.test')
       on conflict (issuer, subject) do update set name = excluded.name returning *
     ), mail as (
     insert into mail_delivery (customer_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject, text_body,
       html_body, message_id, state, next_at, created_at)
     select customer_id, customer_id, user_id, 'summary', email, 'Kill', 'en', 'Kill', 'x', '<p>x</p>', '<kill-' || $1::int || '-' || n || '@vakt.test>',
       'waiting', now(), now()
       from reader, generate_series(1, $2::int) n returning customer_id, delivery_id
     )
     insert into job (queue, customer_id, row_id) select 'send-mails', customer_id, delivery_id from mail`,
    [round, mailsEachRound],
  )

/** What the dead worker had claimed is free again, as after its lease. */
async function endLeases(owner: pg.Client): Promise<void> {
  await owner.query("update mail_delivery set claimed_until = now() - interval '1 second' where state in ('claimed', 'sending')")
  await owner.query("update job set state = 'waiting', lease_token = null, lease_until = null where state = 'running'")
}

const idOf = (raw: string) => /^Message-ID: (<kill-[^>]*>)/im.exec(raw)?.[1]

test(`over ${rounds} kills no mail is lost, none arrives twice, and one that may have arrived is unknown`, async (t) => {
  for (let round = 1; round <= rounds; round += 1) {
    vakt = await startVakt(env)
    const arrived = sink.received.length
    await asOwner(async (owner) => {
      await endLeases(owner)
      await queueMails(owner, round)
    })
    while (sink.received.length < arrived + 3) await wait(5)
    // The moment of the kill is what this test is about.
    await wait(randomInt(0, 250))
    await vakt.end('SIGKILL')
  }

  vakt = await startVakt(env)
  await asOwner(async (owner) => {
    await endLeases(owner)
    const ours = "from mail_delivery where message_id like '<kill-%'"
    const countOpen = async () =>
      (await owner.query<{ count: number }>(`select count(*)::int as count ${ours} and state in ('waiting', 'claimed', 'sending')`)).rows[0]
        ?.count
    while ((await countOpen()) !== 0) await wait(50)
    const { rows } = await owner.query<{ id: string; state: string }>(`select message_id as id, state ${ours}`)
    assert.equal(rows.length, rounds * mailsEachRound)
    const times = new Map<string, number>()
    for (const { raw } of sink.received) {
      const id = idOf(raw)
      if (id) times.set(id, (times.get(id) ?? 0) + 1)
    }
    const wrong = rows.filter(({ id, state }) => {
      const count = times.get(id) ?? 0
      return state === 'sent' ? count !== 1 : state !== 'unknown' || count > 1
    })
    assert.deepEqual(wrong, [])
    const unknown = rows.filter(({ state }) => state === 'unknown')
    t.diagnostic(`${rows.length} mails, ${unknown.length} unknown, ${unknown.filter(({ id }) => times.has(id)).length} of these arrived`)
    assert.ok(unknown.length <= rounds * 2, 'two mails of a customer are handed over at a time')
  })
  assert.equal(await vakt.end('SIGTERM'), 0)
})
