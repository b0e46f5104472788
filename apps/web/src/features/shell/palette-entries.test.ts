import assert from 'node:assert/strict'
import test from 'node:test'
import { LayoutGrid } from 'lucide-react'
import { buildEntries } from './palette-entries.ts'
import type { PaletteItem } from './palette-item.ts'

const item = (id: string, group: PaletteItem['group'], label: string): PaletteItem => ({ id, group, label, icon: LayoutGrid, href: '/' })
const commands = [
  item('page:overview', 'pages', 'Overview'),
  item('page:tickets', 'pages', 'Tickets'),
  item('theme:dark', 'settings', 'Theme: Dark'),
]
const lists = { text: '', commands, found: [], recent: [], mayFind: () => true }
const ids = (entries: PaletteItem[]) => entries.map(({ id }) => id)

test('before anything is asked the latest choices come first, each thing once', () => {
  const recent = [
    { id: 'ticket:5', group: 'tickets' as const, label: 'Disk', href: '/tickets/1001/5/details' },
    { id: 'page:tickets', group: 'pages' as const, label: 'Tickets', href: '/tickets/1001' },
  ]
  assert.deepEqual(ids(buildEntries({ ...lists, recent })), ['ticket:5', 'page:tickets', 'page:overview', 'theme:dark'])
})

test('a choice that the user may no longer make is not offered', () => {
  const recent = [
    { id: 'ticket:5', group: 'tickets' as const, label: 'Disk', href: '/tickets/1001/5/details' },
    { id: 'create:ticket', group: 'creations' as const, label: 'Create ticket', href: '/tickets/create' },
  ]
  const entries = buildEntries({ ...lists, recent, mayFind: (group) => group !== 'tickets' })
  assert.deepEqual(ids(entries), ['page:overview', 'page:tickets', 'theme:dark'])
})

test('what was found stands before the commands that fit; the best group first where nothing was found or its name was typed', () => {
  const found = [item('ticket:5', 'tickets', 'Dark screen')]
  assert.deepEqual(ids(buildEntries({ ...lists, text: 'dark', found })), ['ticket:5', 'theme:dark'])
  assert.deepEqual(ids(buildEntries({ ...lists, text: 'Over', found })), ['page:overview', 'ticket:5'])
  assert.deepEqual(ids(buildEntries({ ...lists, text: 'theme dark', found })), ['theme:dark', 'ticket:5'])
  const swedish = { ...item('page:alerts', 'pages', 'Alerts'), keywords: 'Alerts Larm' }
  assert.deepEqual(ids(buildEntries({ ...lists, commands: [swedish], text: 'larm', found })), ['page:alerts', 'ticket:5'])
  const twice = [...commands, item('page:themes', 'pages', 'All themes')]
  assert.deepEqual(ids(buildEntries({ ...lists, commands: twice, text: 'theme' })), ['theme:dark', 'page:themes'])
})

test('a page within a part is offered once it is asked for, or among the latest choices', () => {
  const inner = { ...item('page:/admin/on-call', 'pages', 'On-call'), isInner: true }
  const all = [...commands, inner]
  assert.deepEqual(ids(buildEntries({ ...lists, commands: all })), ids(commands))
  assert.deepEqual(ids(buildEntries({ ...lists, commands: all, text: 'on-call' })), [inner.id])
  const recent = [{ id: inner.id, group: 'pages' as const, label: 'On-call' }]
  assert.deepEqual(ids(buildEntries({ ...lists, commands: all, recent })), [inner.id, ...ids(commands)])
})
