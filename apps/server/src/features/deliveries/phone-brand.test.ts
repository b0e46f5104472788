import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBranding } from '#server/platform/branding/branding-table.ts'
import { shortMessage, withoutAccount } from './message.ts'
import { smsChannel, voiceChannel } from './phone-channel.ts'

const settings = { origin: '', from: { name: 'Vakt', address: 'vakt@nordan.example' }, isSending: true }
const planned = {
  ...{ deliveryId: '1', customerId: '1001', kind: 'page', private: true },
  recipient: withoutAccount({ customerId: '1001', name: 'Anna', language: 'en' }),
}

test('an SMS and a call name the installation as the provider does, and Vakt without a name', () => {
  for (const [channel, name] of [
    [smsChannel, 'sms'],
    [voiceChannel, 'voice'],
  ] as const) {
    const message = {
      ...planned,
      ...shortMessage((brand) => `Alarm from ${brand}. Vakt is in a text of the customer.`),
      to: { channel: name, address: '+46700000000' },
    }
    const textOf = (brand: string) => channel.render(message, { ...settings, branding: { ...noBranding, name: brand } }).text
    assert.equal(textOf('Nordan Drift'), 'Alarm from Nordan Drift. Vakt is in a text of the customer.')
    assert.equal(textOf(''), 'Alarm from Vakt. Vakt is in a text of the customer.')
    assert.equal(channel.render(message, settings).text, 'Alarm from Vakt. Vakt is in a text of the customer.')
  }
})
