import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '#server/platform/errors.ts'
import { checkCustomerArguments, describeInvalid, readSetUpArguments } from './set-up-arguments.ts'

const refusal = (...given: string[]) => {
  try {
    readSetUpArguments(given)
  } catch (error) {
    return error instanceof Invalid ? describeInvalid(error) : (error as Error).message
  }
  return 'accepted'
}

test('reads what to set up', () => {
  const given = ['--provider', 'Nordic Ops', '--domain', 'a.example', '--domain', 'b.example', '--admin', 'Anna Ek <anna@a.example>']
  assert.deepEqual(readSetUpArguments([...given, '--language', 'sv', '--time-zone', 'Europe/Stockholm', '--customer', 'Åre Fjäll AB']), {
    installation: {
      providerName: 'Nordic Ops',
      emailDomains: ['a.example', 'b.example'],
      administratorName: 'Anna Ek',
      administratorEmail: 'anna@a.example',
      language: 'sv',
      timeZone: 'Europe/Stockholm',
    },
    customer: { customerId: 'are-fjall-ab', name: 'Åre Fjäll AB', emailDomains: [] },
    wantsIngestToken: false,
    move: null,
  })
  const move = { from: 'https://old.example', isAllowed: true }
  assert.deepEqual(readSetUpArguments(['--move-issuer', '--allow', '--from', 'https://old.example'])?.move, move)
  assert.equal(readSetUpArguments(['--help']), null)
})

test('says what is wrong with which option, and what would be right', () => {
  assert.match(refusal('--admin', 'anna@a.example'), /^--admin: must be a name and an address, as in/)
  assert.match(refusal('--admin', 'Anna'), /^--admin: /)
  assert.match(refusal('--domain', '@a.example'), /^--domain: must be a domain, such as nordicops\.example, without @\.$/)
  assert.match(refusal('--language', 'no'), /^--language: must be sv or en\.$/)
  assert.match(refusal('--provider', ''), /^--provider: /)
  assert.match(refusal('--provider-id', 'a b'), /^--provider-id: /)
  assert.match(refusal('--customer-domain', 'x.example'), /need --customer with the name/)
  assert.match(refusal('--nonsense'), /--nonsense/)
  assert.match(refusal('--move-issuer', '--provider', 'A'), /--move-issuer stands alone, without --provider/)
  assert.match(refusal('--allow'), /need --move-issuer/)
  const customer = { customerId: '', name: '!!!', emailDomains: ['x'] }
  assert.throws(
    () => checkCustomerArguments(customer),
    (error: Invalid) => /--customer-id: [\s\S]*--customer-domain: /.test(describeInvalid(error, 'customer')),
  )
})
