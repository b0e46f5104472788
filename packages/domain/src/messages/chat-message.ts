import type { ChatService } from '@vakt/contract/deliveries/delivery-states.ts'

/** What is posted to a channel of Teams or Slack, before it takes the form of either. */
export type ChatMessage = {
  /** Above the title, such as the customer. */
  over: string
  title: string
  texts: string[]
  facts: [string, string][]
  links: { text: string; url: string }[]
}

const cut = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text)

/** Within what both services take: 21 KB, ten facts, 150 characters of a heading. */
export const fitChatMessage = ({ over, title, texts, facts, links }: ChatMessage): ChatMessage => ({
  over: cut(over, 100),
  title: cut(title, 150),
  texts: texts.slice(0, 5).map((text) => cut(text, 1000)),
  facts: facts.slice(0, 10).map(([name, value]) => [cut(name, 60), cut(value, 300)]),
  links: links.slice(0, 15).map(({ text, url }) => ({ text: cut(text, 160), url })),
})

/** As it is read without the service: in the outbox, and in notices of phones. */
export const chatText = ({ over, title, texts, facts, links }: ChatMessage): string =>
  [
    `${over}: ${title}`,
    ...texts,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    links.map(({ text, url }) => `${text}\n  ${url}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')

/** Adaptive Cards read texts as a kind of Markdown. */
const plainForTeams = (text: string) => text.replace(/[\\`*_~[\]()<>#]/g, '\\$&')

/** What a workflow of Teams takes that posts a card ("When a Teams webhook request is received"). */
export function teamsMessage(message: ChatMessage): object {
  const { over, title, texts, facts, links } = fitChatMessage(message)
  const block = (text: string, style: object = {}) => ({ type: 'TextBlock', text: plainForTeams(text), wrap: true, ...style })
  const [only, ...others] = links
  const isButton = only !== undefined && others.length === 0
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(over, { isSubtle: true, size: 'Small' }),
      block(title, { weight: 'Bolder', size: 'Medium' }),
      ...texts.map((text) => block(text)),
      ...(facts.length > 0
        ? [{ type: 'FactSet', facts: facts.map(([name, value]) => ({ title: plainForTeams(name), value: plainForTeams(value) })) }]
        : []),
      ...(isButton ? [] : links.map(({ text, url }) => ({ type: 'TextBlock', text: `[${plainForTeams(text)}](${url})`, wrap: true }))),
    ],
    ...(isButton && { actions: [{ type: 'Action.OpenUrl', title: only.text, url: only.url }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** Slack reads `<…>` as links and mentions wherever it is not told that a text is plain. */
const escapeForSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What an incoming webhook of Slack takes. */
export function slackMessage(message: ChatMessage): object {
  const { over, title, texts, facts, links } = fitChatMessage(message)
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  return {
    text: escapeForSlack(`${over}: ${title}`),
    blocks: [
      { type: 'context', elements: [plain(over)] },
      { type: 'header', text: plain(title) },
      ...texts.filter(Boolean).map((text) => ({ type: 'section', text: plain(text) })),
      ...(facts.length > 0 ? [{ type: 'section', fields: facts.map(([name, value]) => plain(`${name}: ${value}`)) }] : []),
      ...(links.length > 0
        ? [
            {
              type: 'section',
              text: {
                type: 'mrkdwn',
                text: links
                  .map(({ text, url }) => `<${url}|${escapeForSlack(text).replaceAll('|', '¦')}>`)
                  .join('\n')
                  .slice(0, 3000),
              },
            },
          ]
        : []),
    ],
    unfurl_links: false,
  }
}

export type ChatAddressProblem = 'office_connector' | 'not_teams' | 'not_slack' | 'query_cut'

/** What is wrong with an address for its service, apart from being one; null when nothing is. */
export function findChatAddressProblem(service: ChatService, { hostname, searchParams }: URL): ChatAddressProblem | null {
  if (service === 'slack') return /^hooks\.slack(-gov)?\.com$/.test(hostname) ? null : 'not_slack'
  if (hostname === 'outlook.office.com' || hostname.endsWith('.webhook.office.com')) return 'office_connector'
  if (!/\.(logic\.azure\.(com|us)|api\.(gov\.)?powerplatform\.(com|us))$/.test(hostname)) return 'not_teams'
  return searchParams.has('api-version') && searchParams.has('sig') ? null : 'query_cut'
}

export type ChatOutcome = { kind: 'sent' | 'unavailable' | 'later' | 'refused' | 'unknown'; reason: string }

/**
 * What an answer means. Null: none came, and `hasConnected` says whether the message may have been read. Neither service takes a key by
 * which it would know a message again, so that one with a lost answer is not sent again.
 */
export function readChatAnswer(status: number | null, hasConnected: boolean): ChatOutcome {
  if (status === null) return hasConnected ? { kind: 'unknown', reason: 'connection_lost' } : { kind: 'later', reason: 'chat_unreachable' }
  if (status >= 200 && status < 300) return { kind: 'sent', reason: '' }
  if (status === 429) return { kind: 'unavailable', reason: 'chat_throttled' }
  if (status === 502 || status === 504) return { kind: 'unknown', reason: 'connection_lost' }
  if (status >= 500) return { kind: 'later', reason: 'chat_unreachable' }
  if (status === 404 || status === 410) return { kind: 'refused', reason: 'chat_gone' }
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'chat_forbidden' }
  return { kind: 'refused', reason: 'chat_refused' }
}
