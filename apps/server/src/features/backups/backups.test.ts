import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { settings } from '#server/testing/ticket-desk.ts'
import { createBackupStatus, setBackupFigures } from './backup-status.ts'
import { noteBackup, noteFailedBackup } from './note-backup.ts'
import { watchBackups } from './watch-backups.ts'

const vakt = await createTestApp({})
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
const reader = { email: `bo@${provider.emailDomain}`, roles: ['reader'] }
for (const user of [karin, reader]) await vakt.call(user, 'GET', '/authentication/usercontext')

const worker = { pool: vakt.database.worker }
const query = async <Row extends object>(sql: string) =>
  (await workForAllCustomers(worker, (transaction) => transaction.query<Row & Record<string, unknown>>(sql))).rows
const contextAt = (now: Date): Context => ({
  ...{ actor: { type: 'system', job: 'test' }, now, pool: vakt.database.worker, log: silentLog, requestId: null, isStaff: false },
})
await query("update customer set mail_language = 'en'")
const hour = 3_600_000
const begin = Date.now()
const hoursOn = (hours: number) => new Date(begin + hours * hour)
const watch = (hours: number, maxAgeDays = 2) => watchBackups(contextAt(hoursOn(hours)), maxAgeDays, settings)
const mails = () =>
  query<{ address: string; subject: string; text: string }>(
    "select address, subject, text_body as text from mail_delivery where kind = 'backup_warning' order by created_at",
  )
const attempt = (hours: number) => ({ startedAt: hoursOn(hours), command: '--to x', seconds: 1 })
const make = (hours: number, copy: 'none' | 'failed' = 'none') =>
  noteBackup(worker, { ...attempt(hours), file: 'x', bytes: 1, copy, reason: copy === 'failed' ? 'rsync ended with 12' : '' })

test('administrators of the provider are mailed once that no backup was made, and again only after it had recovered', async () => {
  await watch(0)
  await watch(47)
  assert.deepEqual(await mails(), [], 'an installation of two days')
  await watch(49, 0)
  assert.deepEqual(await mails(), [], 'backed up by others')
  await noteFailedBackup(worker, { ...attempt(48), reason: 'The disk is full.' })
  await watch(49)
  await watch(80)
  const [mail, ...others] = await mails()
  assert.deepEqual([mail?.address, others], [karin.email, []])
  assert.match(mail?.text ?? '', /No backup of Vakt has been made\..*The disk is full\./s)

  await make(81)
  await watch(82)
  await watch(128)
  assert.equal((await mails()).length, 1)
  await watch(130)
  assert.equal((await mails()).length, 2)
  assert.match((await mails())[1]?.text ?? '', /The last complete backup of Vakt was made on/)
  await make(131, 'failed')
  await watch(132)
  await watch(133)
  const all = await mails()
  assert.equal(all.length, 3)
  assert.match(all[2]?.text ?? '', /could not be copied .*rsync ended with 12/s)
  await query('delete from mail_delivery')
})

test('what is wrong stands in the health of the process and at /metrics', async () => {
  await query("delete from installation_note where name like 'backup%'")
  const status = createBackupStatus(worker, 2)
  const metrics = createMetrics()
  setBackupFigures(metrics, worker, 2)
  const warnings = async () => {
    await status.look()
    return status.warnings()
  }
  const figure = async (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.text())?.[1])
  assert.deepEqual(await warnings(), [])
  assert.deepEqual([await figure('vakt_backup_age_seconds'), await figure('vakt_backup_failed')], [Number.NaN, 0])
  await make(-72, 'failed')
  const made = hoursOn(-72).toISOString().slice(0, 16)
  assert.deepEqual(await warnings(), [
    `no complete backup since ${made}Z`,
    `the backup of ${made}Z could not be copied elsewhere: rsync ended with 12`,
  ])
  assert.ok((await figure('vakt_backup_age_seconds')) >= 72 * 3600)
  assert.equal(await figure('vakt_backup_failed'), 1)
  await make(-1)
  await noteFailedBackup(worker, { ...attempt(-0.5), reason: 'The disk is full.' })
  assert.deepEqual((await warnings()).length, 1)
  assert.match((await warnings())[0] ?? '', /failed: The disk is full\./)
  const others = createBackupStatus(worker, 0)
  await others.look()
  assert.deepEqual(others.warnings(), [])
})
