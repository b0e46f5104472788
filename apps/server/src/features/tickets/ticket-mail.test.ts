import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureReference } from '@vakt/domain/text-pictures.ts'
import { mailReaderOf, renderMail } from '#server/features/deliveries/render-mail.ts'
import { planSummary } from '#server/features/deliveries/summarise-held.ts'
import { writtenHtml } from '#server/features/deliveries/written-html.ts'
import { ticketMailOf } from './ticket-mail.ts'
import type { TicketEvent } from './ticket-topic.ts'

const about: TicketEvent = {
  eventId: '1',
  topic: 'ticket',
  kind: 'commented',
  customerId: '1001',
  customerName: 'Nordan',
  subjectId: '7',
  ticketId: '7',
  at: new Date(),
  subject: 'The till',
  description: 'x',
  status: 'new',
  priority: 4,
  entity: null,
  source: 'person',
  private: false,
  actorType: 'user',
  actorName: 'Elin',
  actorUserId: null,
  namedUserIds: [],
  commentId: '1',
  commentBody: null,
  systemText: null,
  systemTicketId: null,
  requesterId: null,
  requesterEmail: null,
  assigneeUserId: null,
  requesterWithoutAccount: null,
  details: {},
}
const recipientOf = (language: 'en' | 'sv', timeZone: string) =>
  ({ userId: 'u', customerId: '1001', name: 'Anna', email: 'a@b.example', language, timeZone }) as const
function renderEvent(change: Partial<TicketEvent>, language: 'en' | 'sv' = 'en', timeZone = 'Europe/Stockholm') {
  const reader = mailReaderOf(recipientOf(language, timeZone), 'https://vakt.test')
  return renderMail(ticketMailOf([{ ...about, ...change }], reader), reader)
}
const render = (commentBody: string, language: 'en' | 'sv' = 'en') => renderEvent({ commentBody }, language)
const dueIn = (timeZone: string, language: 'en' | 'sv') =>
  renderEvent(
    { kind: 'service_level_warning', commentId: null, details: { target: 'first_response', dueAt: '2026-11-21T13:05:00Z' } },
    language,
    timeZone,
  ).text.replaceAll(/[\u00a0\u202f]/g, ' ')
const write = (text: string) => writtenHtml(text, (name) => `[${name}]`)

test('a mail names the pictures of a comment and carries none', () => {
  const body = `See ${pictureReference('till <b>.png')} and ![x](https://evil.example/x.png)`
  for (const [language, words] of [
    ['en', '[Picture in the ticket: till <b>.png]'],
    ['sv', '[Bild i ärendet: till <b>.png]'],
  ] as const) {
    const { text, html } = render(body, language)
    assert.ok(text.includes(words), text)
    assert.ok(html.includes(words.replace('<b>', '&lt;b&gt;')), html)
    assert.doesNotMatch(html, /<b>|<img|attachment:/)
  }
})

test('a mail says when something is due in the zone of its reader, and names the zone', () => {
  assert.match(dueIn('Europe/Stockholm', 'sv'), /21 nov\. 2026 14:05 CET/)
  assert.match(dueIn('America/New_York', 'en'), /21 Nov 2026, 08:05 GMT-5/)
})

test('a mail about a target that was missed says so, and since when', () => {
  const at = new Date('2026-11-21T13:05:00Z')
  const mail = (dueAt: string, language: 'en' | 'sv') =>
    renderEvent({ kind: 'service_level_warning', at, commentId: null, details: { target: 'first_response', dueAt } }, language)
      .text.replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll(/\n+/g, '\n')
  for (const dueAt of ['2026-11-21T13:05:00Z', '2026-11-21T13:00:00Z']) {
    assert.match(mail(dueAt, 'en'), /A service-level target was missed[\s\S]*First response: Missed since 21 Nov 2026, 14:0\d CET/)
    assert.match(mail(dueAt, 'sv'), /En tidsgräns i servicenivån har missats[\s\S]*Första svar: Missad sedan 21 nov\. 2026 14:0\d CET/)
  }
  assert.match(mail('2026-11-21T13:06:00Z', 'en'), /A service-level target is due soon[\s\S]*First response: Due 21 Nov/)
  assert.match(mail('2026-11-21T13:06:00Z', 'sv'), /närmar sig[\s\S]*Första svar: Senast 21 nov/)
})

test('a summary says since when messages were held back, in the zone of its reader', () => {
  const held = {
    ...about,
    ...recipientOf('en', 'UTC'),
    recipientCustomerId: 'c',
    contactId: null,
    stopKey: null,
    recipientId: 'u',
    address: 'a@b.example',
    recipientName: 'Anna',
  }
  const at = new Date('2026-11-21T13:05:00Z')
  const mail = {
    ...held,
    addressWithoutAccount: null,
    incidentId: null,
    finding: null,
    count: 1,
    firstHeldAt: at,
    lastHeldAt: at,
    latest: '',
  }
  const text = (timeZone: string, language: 'en' | 'sv') => {
    const recipient = recipientOf(language, timeZone)
    return renderMail(planSummary(recipient, [mail], 'https://vakt.test'), mailReaderOf(recipient, 'https://vakt.test')).text
  }
  assert.match(text('Europe/Stockholm', 'sv'), /Det första hölls inne 21 nov\.\s2026\s14:05\sCET/)
  assert.match(text('Asia/Tokyo', 'en'), /held back 21 Nov 2026, 22:05 GMT\+9/)
})

test('a mail shows a comment as it was meant, and as text as it was written', () => {
  const body =
    '**Now** `df -h`:\n\n1. *one*\n2. ~~two~~\n\n> said <https://vakt.example/a?b=1&c=2>\n\n```\nif (a < b)\n```\n\n# Head\n\n|a|b|\n|-|-|\n|c|d|\n\n---\nend'
  const { text, html } = render(body)
  assert.ok(text.includes(body.replaceAll(/^/gm, '> ')), text)
  const plain = html.replaceAll(/ (style|class|rel)="[^"]*"/g, '')
  for (const part of [
    '<p><strong>Now</strong> <code>df -h</code>:</p>',
    '<ol start="1">',
    '<li><em>one</em></li>',
    '<s>two</s>',
    '<blockquote><p>said <a href="https://vakt.example/a?b=1&amp;c=2">https://vakt.example/a?b=1&amp;c=2</a></p></blockquote>',
    '<pre>if (a &lt; b)</pre>',
    '<p><strong>Head</strong></p>',
    '<td>d</td>',
    '<hr>',
  ])
    assert.ok(plain.includes(part), `${part} in ${plain}`)
})

test('whatever a comment holds, its mail runs nothing, fetches nothing and leads nowhere else', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<style>*{display:none}</style></div></td></table>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](https://evil.example/"onmouseover="alert(1))',
    '[x](https://evil.example "t\\" onmouseover=alert(1) x=\\"")',
    '[<img src=x onerror=alert(1)>](https://evil.example)',
    '![x" onerror="alert(1)](https://evil.example/x.png)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    `![x](attachment:%22%3E%3Cimg%20src=x%3E.png)`,
    '```"><script>\nalert(1)\n```',
    '`</code><script>alert(1)</script>`',
    '|<script>|\n|-|\n|"onload=|',
    '1"onload=x. a',
  ]
  const allowed = /^(p|strong|em|s|ul|ol|li|blockquote|code|pre|br|hr|table|thead|tbody|tr|th|td|a)$/
  for (const attack of attacks) {
    const html = write(attack)
    for (const [, tag = '', rest = ''] of html.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)) {
      assert.match(tag, allowed, `${attack}: ${html}`)
      assert.match(rest, /^( (class|style|href|rel|start)="[^"<>]*")*$/, `${attack}: ${html}`)
    }
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) assert.match(href, /^(https?:\/\/|mailto:)/, attack)
    assert.doesNotMatch(html, /url\(|src="/, attack)
  }
})

test('a text of any length or depth is a mail in no time', () => {
  const parts = [
    '[',
    '![',
    '![a](attachment:',
    '[a](',
    '> ',
    '>',
    '- ',
    '*a **a ',
    '`',
    '<a ',
    'https://a.b/(',
    'a|',
    '\\',
    '&',
    '\n',
    '🙂',
  ]
  for (const part of parts) {
    const body = part.repeat(Math.floor(1_000_000 / part.length))
    const start = performance.now()
    const { html } = render(`x${body}x`)
    const took = performance.now() - start
    assert.ok(took < 500, `${part}: ${Math.round(took)} ms`)
    assert.ok(html.length < 200_000, `${part}: ${html.length} characters`)
    assert.ok(html.isWellFormed(), part)
    const depth = [...html.matchAll(/<(\/?)(blockquote|ul|li|p)\b/g)].reduce(
      ({ now, most }, [, close]) => {
        const next = now + (close ? -1 : 1)
        return { now: next, most: Math.max(most, next) }
      },
      { now: 0, most: 0 },
    )
    assert.ok(depth.now === 0 && depth.most <= 60, `${part}: ${depth.most} deep`)
  }
})

test('what Vakt wrote itself is in the language of the reader, with the number of the other ticket', () => {
  const { text } = renderEvent({ commentBody: 'Merged.', systemText: 'incident_merged', systemTicketId: '42' }, 'sv')
  assert.match(text, /Arbetet fortsätter i ärende #42/)
})
