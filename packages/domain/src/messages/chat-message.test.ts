import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChatMessage, chatText, findChatAddressProblem, readChatAnswer, slackMessage, teamsMessage } from './chat-message.ts'

const message: ChatMessage = {
  over: 'Nordan Retail',
  title: 'Disk *full* på [web_01](https://evil.example) <!channel>',
  texts: ['Sedan 10:00 & framåt'],
  facts: [['Kund', 'Nordan <Retail>']],
  links: [{ text: 'Öppna i Vakt', url: 'https://vakt.example/incidents/1/2' }],
}

test('a card of Teams shows what people wrote as it is, and leads to the incident by a button', () => {
  const [attachment] = (teamsMessage(message) as { attachments: { content: { body: { text?: string }[]; actions: object[] } }[] })
    .attachments
  assert.equal(attachment?.content.body[1]?.text, 'Disk \\*full\\* på \\[web\\_01\\]\\(https://evil.example\\) \\<!channel\\>')
  assert.deepEqual(attachment?.content.actions, [{ type: 'Action.OpenUrl', title: 'Öppna i Vakt', url: message.links[0]?.url }])
})

test('Slack notifies no one of what people wrote', () => {
  const { text, blocks } = slackMessage(message) as { text: string; blocks: { type: string; text?: { type: string; text: string } }[] }
  assert.equal(text, 'Nordan Retail: Disk *full* på [web_01](https://evil.example) &lt;!channel&gt;')
  assert.deepEqual(blocks[1]?.text, { type: 'plain_text', text: message.title, emoji: false })
  assert.equal(blocks.at(-1)?.text?.text, '<https://vakt.example/incidents/1/2|Öppna i Vakt>')
})

test('however much there is to say, both services take it', () => {
  const huge: ChatMessage = {
    over: 'x'.repeat(5000),
    title: '*'.repeat(5000),
    texts: Array(50).fill('å'.repeat(5000)),
    facts: Array(50).fill(['n'.repeat(500), 'v'.repeat(5000)]),
    links: Array(50).fill({ text: '<'.repeat(500), url: `https://vakt.example/${'i'.repeat(60)}` }),
  }
  assert.ok(Buffer.byteLength(JSON.stringify(teamsMessage(huge))) < 28_000)
  const { blocks } = slackMessage(huge) as { blocks: { fields?: object[]; text?: { text: string } }[] }
  assert.ok(blocks.length <= 50 && blocks.every(({ fields = [], text }) => fields.length <= 10 && (text?.text.length ?? 0) <= 3000))
})

test('the outbox shows a message in words', () => {
  assert.equal(
    chatText({ ...message, title: 'Disk' }),
    'Nordan Retail: Disk\n\nSedan 10:00 & framåt\n\nKund: Nordan <Retail>\n\nÖppna i Vakt\n  https://vakt.example/incidents/1/2',
  )
})

test('addresses of connectors that no longer work, of other sites and without their query are told apart', () => {
  const problem = (service: 'teams' | 'slack', url: string) => findChatAddressProblem(service, new URL(url))
  const flow =
    'https://x.1a.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke'
  assert.equal(problem('teams', `${flow}?api-version=1&sp=%2Ftriggers&sv=1.0&sig=abc`), null)
  assert.equal(problem('teams', 'https://prod-1.westeurope.logic.azure.com/workflows/1?api-version=1&sig=abc'), null)
  assert.equal(problem('teams', flow), 'query_cut')
  assert.equal(problem('teams', 'https://nordan.webhook.office.com/webhookb2/1'), 'office_connector')
  assert.equal(problem('teams', 'https://api.powerplatform.com.evil.example/?api-version=1&sig=a'), 'not_teams')
  assert.equal(problem('slack', 'https://hooks.slack.com/services/T/B/x'), null)
  assert.equal(problem('slack', 'https://hooks.slack.com.evil.example/services/T/B/x'), 'not_slack')
})

test('an answer says whether a message is tried again: never where it may have been posted', () => {
  const kinds = [200, 202, 429, 500, 503, 502, 504, 400, 403, 404, 410, 302].map((status) => readChatAnswer(status, true).kind)
  assert.deepEqual(kinds, [
    ...['sent', 'sent', 'unavailable', 'later', 'later', 'unknown', 'unknown'],
    ...['refused', 'refused', 'refused', 'refused', 'refused'],
  ])
  assert.equal(readChatAnswer(null, false).kind, 'later')
  assert.equal(readChatAnswer(null, true).kind, 'unknown')
})
