import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUrlProblem, isPublicAddress } from './public-address.ts'

test('only addresses of the open internet are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '2a00:1450::1']) assert.ok(isPublicAddress(address), address)
  const inside =
    '127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.0.1 198.18.0.1 224.0.0.1 255.255.255.255 ' +
    ':: ::1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:4136:e378:: fc00::1 fd12::1 fe80::1 fe80::1%eth0 ff02::1 2001:db8::1 nonsense'
  for (const address of inside.split(' ')) assert.ok(!isPublicAddress(address), address)
})

test('an address to call is refused for what it shows: scheme, credentials, port, and every way to write an inner host', () => {
  const problem = (url: string) => findUrlProblem(url, { allowPrivate: false })
  assert.equal(problem('https://hooks.example.com/vakt?x=1'), null)
  assert.equal(problem('https://hooks.example.com:8443/'), null)
  assert.equal(problem('http://hooks.example.com/'), 'not_https')
  assert.equal(problem('file:///etc/passwd'), 'not_a_url')
  assert.equal(problem('gopher://hooks.example.com/'), 'not_https')
  assert.equal(problem('https://user:secret@hooks.example.com/'), 'has_credentials')
  for (const port of [22, 25, 5432, 6379]) assert.equal(problem(`https://hooks.example.com:${port}/`), 'port')
  const hosts =
    '127.0.0.1 0x7f.1 2130706433 0177.0.0.1 127.1 １２７.０.０.１ localhost LOCALHOST. a.localhost [::1] [::ffff:169.254.169.254] [::ffff:7f00:1] 169.254.169.254'
  for (const host of hosts.split(' ')) assert.equal(problem(`https://${host}/`), 'private_address', host)
  assert.equal(findUrlProblem('http://127.0.0.1:8180/', { allowPrivate: true }), null)
})
