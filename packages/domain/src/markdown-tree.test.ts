import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MarkdownNode, readMarkdown } from './markdown-tree.ts'

const flatten = (nodes: readonly MarkdownNode[]): Exclude<MarkdownNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...flatten(node.children)]))
const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
const depthOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((most, node) => Math.max(most, typeof node === 'string' ? 0 : 1 + depthOf(node.children)), 0)

test('emphasis, lists, code, quotes and links become elements', () => {
  const tags = flatten(readMarkdown('**Fet** och *lutad*\n\n- ett\n- två\n\n> sagt\n\n`kod` https://vakt.example/x\n\n```\nrad\n```')).map(
    ({ tag }) => tag,
  )
  for (const tag of ['strong', 'em', 'ul', 'li', 'blockquote', 'code', 'a', 'pre']) assert.ok(tags.includes(tag), tag)
})

test('a line break stays a line break, and a heading is none of the page', () => {
  assert.deepEqual(
    flatten(readMarkdown('# Rubrik\nen\ntvå')).map(({ tag }) => tag),
    ['heading', 'p', 'br'],
  )
})

test('no link leads to anything but the web or a mail, and no picture is fetched', () => {
  const attacks = [
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](https://evil.example/pixel.png)',
    '[x][1]\n\n[1]: javascript:alert(1)',
  ]
  for (const attack of attacks) {
    const elements = flatten(readMarkdown(attack))
    for (const { attributes } of elements) if (attributes.href) assert.match(attributes.href, /^(https?:\/\/|mailto:)/, attack)
    assert.ok(!elements.some(({ tag }) => tag === 'img'), attack)
  }
})

test('a picture that is attached is named, and a link never leads to one', () => {
  const [element] = flatten(readMarkdown('See ![the till](attachment:pasted%201.png)')).filter(({ tag }) => tag === 'picture')
  assert.deepEqual([element?.attributes, element && textOf([element])], [{ picture: 'pasted 1.png' }, 'the till'])
  for (const text of ['[x](attachment:a.png)', '<attachment:a.png>', '![x](attachment:%E0%A4%A)', '![x](ATTACHMENT:a.png)'])
    for (const { tag, attributes } of flatten(readMarkdown(text))) assert.ok(tag !== 'picture' && attributes.href === undefined, text)
})

test('HTML is shown as it was typed', () => {
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<a href="javascript:x">x</a>',
    '<svg/onload=alert(1)>',
  ]) {
    const nodes = readMarkdown(html)
    assert.deepEqual(
      flatten(nodes).map(({ tag }) => tag),
      ['p'],
    )
    assert.equal(textOf(nodes), html)
  }
})

test('a long text made to take long is read in no time, and never nests without end', () => {
  const length = 100_000
  const fill = (part: string) => part.repeat(Math.floor(length / part.length))
  const attacks = {
    brackets: fill('['),
    closing: `${fill('[')}${']'.repeat(1000)}`,
    links: fill('[a]('),
    images: fill('![a]('),
    quotes: fill('> '),
    lists: fill('- '),
    'deep lists': Array.from({ length: 440 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
    stars: fill('*a **a '),
    closers: `${fill('a**b').slice(0, length)}c`,
    'star runs': `${'*'.repeat(length)}x`,
    underscores: fill('_a __a '),
    backticks: Array.from({ length: 440 }, (_, count) => '`'.repeat(count)).join(' '),
    tildes: fill('~~a '),
    entities: fill('&a'),
    angles: fill('<a '),
    addresses: fill('https://a.b/('),
    'bare words': fill('a.b/'),
    tables: `${fill('a|')}\n${fill('-|').slice(0, 2000)}\n${fill('a|')}`,
    newlines: fill('\n'),
    spaces: `a${' '.repeat(length)}b`,
    escapes: fill('\\*'),
  }
  for (const [name, attack] of Object.entries(attacks)) {
    const start = performance.now()
    const nodes = readMarkdown(attack.slice(0, length))
    const took = performance.now() - start
    assert.ok(took < 2000, `${name}: ${Math.round(took)} ms`)
    assert.ok(depthOf(nodes) <= 80, name)
  }
})
