import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureReference } from '@vakt/domain/text-pictures.ts'
import { renderTicketMail } from './render-mail.ts'

test('a mail names the pictures of a comment and carries none', () => {
  const about = {
    kind: 'commented' as const,
    customerId: '1001',
    customerName: 'Nordan',
    ticketId: '7',
    subject: 'The till',
    status: 'new',
    priority: 4,
    private: false,
    actorName: 'Elin',
    body: `See ${pictureReference('till <b>.png')} and ![x](https://evil.example/x.png)`,
    systemText: null,
    details: {},
  }
  for (const [language, words] of [
    ['en', '[Picture in the ticket: till <b>.png]'],
    ['sv', '[Bild i ärendet: till <b>.png]'],
  ] as const) {
    const { text, html } = renderTicketMail(about, { language, origin: 'https://vakt.test' })
    assert.ok(text.includes(words), text)
    assert.doesNotMatch(html, /<b>|<img|attachment:/)
  }
})
