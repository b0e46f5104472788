import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBrokenFences } from './feature-fences.ts'

const map = { incidents: ['tickets'] }

const wrong: [rule: string, path: string, text: string][] = [
  ['a path upwards', 'apps/server/src/features/tickets/create-ticket.ts', `import { now } from '../clock.ts'`],
  ['a library in the contract', 'packages/contract/src/tickets/tickets.ts', `import { z } from 'zod'`],
  ['the domain in the contract', 'packages/contract/src/tickets/tickets.ts', `import { decide } from '@vakt/domain/decide.ts'`],
  ['node in the domain', 'packages/domain/src/price.ts', `import { readFile } from 'node:fs/promises'`],
  ['a feature in the server platform', 'apps/server/src/platform/mail.ts', `import { x } from '#server/features/tickets/x.ts'`],
  ['a feature in the forms', 'apps/web/src/forms/form.tsx', `import { x } from '#web/features/tickets/x.ts'`],
  ['forms in the ui', 'apps/web/src/ui/button.tsx', `import { Form } from '#web/forms/form.tsx'`],
  ['a feature in what features share', 'apps/web/src/shared/tickets/x.tsx', `import { x } from '#web/features/tickets/x.ts'`],
  ['product words in the ui', 'apps/web/src/ui/button.tsx', `import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'`],
  ['calls in the forms', 'apps/web/src/forms/form.tsx', `import { call } from '#web/platform/api.ts'`],
  ['a feature in the ui', 'apps/web/src/ui/button.tsx', `export * from '#web/features/tickets/x.tsx'`],
  [
    'a call that the map does not name',
    'apps/server/src/features/tickets/x.ts',
    `import { open } from '#server/features/incidents/open-incident.ts'`,
  ],
  [
    'a table of another feature',
    'apps/server/src/features/incidents/x.ts',
    `import { insert } from '#server/features/tickets/ticket-table.ts'`,
  ],
  [
    'routes of another feature',
    'apps/server/src/features/incidents/x.ts',
    `const routes = await import('#server/features/tickets/routes.ts')`,
  ],
  ['another web feature', 'apps/web/src/features/incidents/x.tsx', `import type { Ticket }\n  from "#web/features/tickets/ticket.ts"`],
  ['a request that a transaction may hold', 'apps/server/src/features/tickets/x.ts', `const answer = await fetch(url)`],
  [
    'a request by node that a transaction may hold',
    'apps/server/src/platform/x.ts',
    `import https from 'node:https'\nconst { request } = https\nrequest(url)`,
  ],
  ['the environment', 'apps/server/src/platform/mail.ts', `const host = process.env.SMTP_HOST`],
]

for (const [rule, path, text] of wrong) {
  test(`refuses ${rule}`, () => {
    const broken = findBrokenFences([{ path, text }], map)
    assert.equal(broken.length, 1, broken.join('\n'))
    assert.ok(broken[0]?.startsWith(`${path}:`))
  })
}

const verb = 'apps/server/src/features/tickets/find-ticket.ts'
const caller = {
  path: 'apps/server/src/features/incidents/x.ts',
  text: `import { find } from '#server/features/tickets/find-ticket.ts'`,
}
const table = `import { insert, read } from './ticket-table.ts'\n`
const statement = `export const find = (transaction) => transaction.query('select from ticket')`

const opened: [what: string, text: string][] = [
  ['a function of a table', `export { read as find } from './ticket-table.ts'`],
  ['a function beside types', `export { type Ticket, read } from './ticket-table.ts'`],
  ['a whole table', `export * from './ticket-table.ts'`],
  ['a function of a table under another name', `${table}export const find = read`],
  ['what was imported from a table', `${table}export { read as find }`],
  ['SQL that is not named', statement],
]

for (const [what, text] of opened)
  test(`refuses that another feature is let in to ${what}`, () => {
    const broken = findBrokenFences([caller, { path: verb, text }], map)
    assert.equal(broken.length, 1, broken.join('\n'))
    assert.ok(broken[0]?.startsWith(verb))
    assert.deepEqual(findBrokenFences([{ path: verb, text }], map), [], 'within the feature it may')
  })

test('lets other features call SQL that is named, for as long as they do', () => {
  const named = { 'tickets/find-ticket.ts': 'the ticket of an incident' }
  assert.deepEqual(findBrokenFences([caller, { path: verb, text: statement }], map, named), [])
  assert.deepEqual(findBrokenFences([{ path: verb, text: statement }], map, named), [
    'feature-map.ts: no other feature calls SQL in tickets/find-ticket.ts: take it out of namedSql',
  ])
  const types = `${table}export type { Ticket } from './ticket-table.ts'\nexport { type Row } from './ticket-table.ts'`
  assert.deepEqual(findBrokenFences([caller, { path: verb, text: types }], map), [])
})

test('refuses a circle in the map', () => {
  const broken = findBrokenFences([], { tickets: ['entities'], entities: ['incidents'], incidents: ['tickets'] })
  assert.deepEqual(broken, ['feature-map.ts: a circle: tickets → entities → incidents → tickets'])
})

test('lets pass what the house allows', () => {
  const allowed = [
    ['packages/contract/src/tickets/tickets.ts', `import { Type } from 'typebox'\nimport { Severity } from './severity.ts'`],
    ['packages/domain/src/price.ts', `import type { Ticket } from '@vakt/contract/tickets/tickets.ts'`],
    ['packages/domain/src/markdown-tree.ts', `import MarkdownIt from 'markdown-it'`],
    ['packages/domain/src/recurrence.ts', `import { Cron } from 'croner'`],
    ['packages/domain/src/price.test.ts', `import assert from 'node:assert/strict'`],
    ['apps/server/src/features/incidents/x.ts', `import { createTicket } from '#server/features/tickets/create-ticket.ts'`],
    ['apps/server/src/features/tickets/x.ts', `import { insert } from '#server/features/tickets/ticket-table.ts'`],
    [
      'apps/web/src/forms/form.tsx',
      `import { useTexts } from '#web/platform/texts.ts'\nimport { showToast } from '#web/ui/toast/toast.ts'`,
    ],
    ['apps/web/src/features/tickets/x.tsx', `import { Form } from '#web/forms/form.tsx'`],
    ['apps/server/src/app.ts', `import { routes } from '#server/features/tickets/routes.ts'`],
    ['apps/server/src/config.ts', `const port = process.env.PORT`],
  ].map(([path = '', text = '']) => ({ path, text }))
  assert.deepEqual(findBrokenFences(allowed, map), [])
})

test('names the line of the import', () => {
  const [broken] = findBrokenFences([{ path: 'packages/domain/src/x.ts', text: `\n\nimport fs from 'node:fs'\n` }], map)
  assert.match(broken ?? '', /^packages\/domain\/src\/x\.ts:3: 'node:fs': /)
})
