import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-agent-packages-'))
const vakt = await createTestApp({ agentPackages: folder })
after(async () => {
  await vakt.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (file: string, headers = {}) => vakt.app.inject({ method: 'GET', url: `/agent/v1/package/${file}`, headers })

test('packages are listed and served with checksums that the key of the installation signed; without them nothing is', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const list = async () =>
    (await vakt.call({ email: `anna@${emailDomain}`, roles: ['admin'] }, 'GET', `/customer/${customerId}/agent-package`)).json().result
  assert.deepEqual(await list(), { version: null, packages: [], folderUrl: 'https://vakt.test/agent/v1/package' })
  assert.equal((await get('SHA256SUMS')).statusCode, 404)
  await writeFile(path.join(folder, 'packages.json'), '{"version": "1"')
  assert.equal((await list()).version, null)

  const [file, content] = ['vakt-agent-linux-x64.tar.xz', Buffer.from('packed')]
  const sha256 = createHash('sha256').update(content).digest('hex')
  await writeFile(path.join(folder, file), content)
  const packages = [
    { platform: 'linux', arch: 'x64', file, bytes: content.length, sha256 },
    { platform: 'windows', arch: 'x64', file: 'gone.zip', bytes: 1, sha256 },
  ]
  await writeFile(path.join(folder, 'packages.json'), JSON.stringify({ version: '0.1.0', packages }))
  assert.deepEqual((await list()).packages, packages)

  const served = await get(file)
  assert.deepEqual([served.statusCode, served.rawPayload, served.headers['content-length']], [200, content, '6'])
  assert.equal((await get(file, { 'if-none-match': served.headers.etag })).statusCode, 304)
  const [sums, signature, key] = await Promise.all(['SHA256SUMS', 'SHA256SUMS.sig', 'signing-key.pem'].map((name) => get(name)))
  assert.ok(sums && signature && key)
  assert.ok(sums.body.startsWith(`${sha256}  ${file}\n`))
  assert.ok(verify(null, sums.rawPayload, createPublicKey(key.body), signature.rawPayload))
  assert.ok(!verify(null, Buffer.from(sums.body.replace(sha256, '0'.repeat(64))), createPublicKey(key.body), signature.rawPayload))
  for (const name of ['packages.json', 'gone.zip', '..%2Fpackages.json', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '__proto__'])
    assert.equal((await get(name)).statusCode, 404, name)
})
