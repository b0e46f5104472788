import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { zabbixMediaType, zabbixScript } from '@vakt/domain/zabbix-media-type.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { readFixture } from './formats/fixtures/read-fixture.ts'

/** Zabbix's own script engine, part of Debian's zabbix-server-pgsql. */
const program = process.env.ZABBIX_JS_PATH ?? '/usr/bin/zabbix_js'

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const skip = isProgram(program) ? false : 'There is no zabbix_js here: install zabbix-server-pgsql, or name one in ZABBIX_JS_PATH.'
const run = promisify(execFile)

test('the media type names every macro as the recorded bodies do', () => {
  const text = zabbixMediaType({ url: 'https://vakt.example/ingest/v1/zabbix', token: 'vakt_ing_x' })
  const ofScript = ['source', 'sent_at', 'utc_offset']
  for (const name of Object.keys(readFixture('zabbix-problem') as object))
    if (!ofScript.includes(name)) assert.match(text, new RegExp(`- name: ${name}\n`))
})

test('the script sends a problem and its recovery with the engine of Zabbix, and fails where Vakt refuses it', {
  skip,
}, async () => {
  const vakt = await createTestApp()
  after(() => vakt.close())
  const address = await vakt.app.listen({ port: 0, host: '127.0.0.1' })
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-zabbix-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'vakt.js')
  await writeFile(file, zabbixScript)
  const send = async (fixture: string, vakt_token: string) => {
    const value = { ...(readFixture(fixture) as object), vakt_url: `${address}/ingest/v1/zabbix`, vakt_token }
    return (await run(program, ['-s', file, '-p', JSON.stringify(value), '-t', '20'])).stdout
  }
  const states = async () => {
    await vakt.work()
    const answer = await vakt.call({ email: `anna@${emailDomain}`, roles: ['admin'] }, 'GET', `/customer/${customerId}/alert`)
    return answer.json().result.map(({ state }: { state: string }) => state)
  }
  assert.match(await send('zabbix-problem', token), /__vakt_signal":"\d+"/)
  assert.deepEqual(await states(), ['firing'])
  await send('zabbix-recovery', token)
  assert.deepEqual(await states(), ['resolved'])
  await assert.rejects(send('zabbix-problem', `${token.slice(0, -1)}!`), { code: 1 })
})
