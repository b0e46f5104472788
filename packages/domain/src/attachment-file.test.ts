import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedAttachments, attachmentTypeOf, cleanFileName } from './attachment-file.ts'

test('a file name keeps nothing that could lead somewhere else or hide what it is', () => {
  const cases: [string, string | null][] = [
    ['Skärmbild 2026-11-21.png', 'Skärmbild 2026-11-21.png'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Windows\\win.txt', 'win.txt'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['invoice\u202Egnp.txt', 'invoicegnp.txt'],
    ['"; filename=x.html.png', '_; filename=x.html.png'],
    ['  .hidden.log. ', 'hidden.log'],
    ['A\u030A.csv', 'Å.csv'],
    ['💥.zip', '💥.zip'],
    ['half \ud800.gif', 'half .gif'],
    ['..', null],
    ['/', null],
    ['\u202e\u200b', null],
  ]
  for (const [given, cleaned] of cases) assert.equal(cleanFileName(given), cleaned, JSON.stringify(given))
})

test('a name longer than 255 bytes is cut between characters and keeps its ending', () => {
  const cleaned = cleanFileName(`${'å💥'.repeat(100)}.jpeg`) ?? ''
  assert.ok(Buffer.byteLength(cleaned) <= 255 && Buffer.byteLength(cleaned) > 248)
  assert.match(cleaned, /^(å💥)+å?\.jpeg$/)
})

test('the ending says the type, and the list is closed', () => {
  assert.equal(attachmentTypeOf('a.JPG'), 'image/jpeg')
  assert.equal(attachmentTypeOf('a.tar.gz'), 'application/gzip')
  assert.equal(attachmentTypeOf('app.LOG.12'), 'text/plain')
  for (const name of [
    'a.svg',
    'a.html',
    'a.htm',
    'a.xml',
    'a.1',
    'a.log.x',
    'a.exe',
    'a.docm',
    'a',
    '.png ',
    'png',
    'a.constructor',
    'a.png.js',
    'a.__proto__',
  ])
    assert.equal(attachmentTypeOf(name), null, name)
  assert.match(acceptedAttachments, /^image\/jpeg,image\/png,image\/gif,image\/webp,\.pdf/)
})
