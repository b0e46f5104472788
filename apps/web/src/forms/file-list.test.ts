import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addFiles, describeSize, pastedImages, usualFileLimits, withFreeNames } from './file-list.ts'

const file = (name: string, type = 'image/png', size = 1) => new File([new Uint8Array(size)], name, { type })
const names = (files: readonly File[]) => files.map(({ name }) => name)
const reasons = (added: File[], files: File[] = [], limits = usualFileLimits) =>
  addFiles(files, added, limits).refusals.map(({ reason }) => reason)

test('takes images of at most 4 MB', () => {
  const exact = file('exact.png', 'image/png', 4 * 1024 * 1024)
  assert.deepEqual(names(addFiles([], [exact, file('b.gif', 'image/gif')], usualFileLimits).files), ['exact.png', 'b.gif'])
  assert.deepEqual(reasons([file('large.png', 'image/png', 4 * 1024 * 1024 + 1)]), ['too-large'])
  assert.deepEqual(reasons([file('notes.txt', 'text/plain')]), ['wrong-kind'])
})

test('takes the first five and says once that there is no room for more', () => {
  const six = Array.from({ length: 6 }, (_, index) => file(`${index}.png`))
  const { files, refusals } = addFiles([file('kept.png')], six, usualFileLimits)
  assert.deepEqual(names(files), ['kept.png', '0.png', '1.png', '2.png', '3.png'])
  assert.deepEqual(refusals, [{ reason: 'too-many', name: '4.png' }])
})

test('takes other kinds where the field says so', () => {
  const limits = { ...usualFileLimits, accept: '.log, application/pdf' }
  assert.deepEqual(reasons([file('A.LOG', ''), file('b.pdf', 'application/pdf')], [], limits), [])
  assert.deepEqual(reasons([file('c.png')], [], limits), ['wrong-kind'])
  assert.deepEqual(reasons([file('d.anything', '')], [], { ...limits, accept: '' }), [])
})

test('names pasted images by their kind and leaves other things', () => {
  const pasted = [file('image.png', 'image/jpeg'), file('image.png'), file('image.png', 'image/gif'), file('x.svg', 'image/svg+xml')]
  assert.deepEqual(names(pastedImages(pasted, new Date('2026-11-21T14:02:03Z'))), [
    'pasted-2026-11-21-140203.jpg',
    'pasted-2026-11-21-140203-2.png',
    'pasted-2026-11-21-140203-3.gif',
  ])
})

test('describes a size', () => {
  assert.deepEqual([4 * 1024 * 1024, 1.5 * 1024 * 1024, 2048, 3].map(describeSize), ['4 MB', '1.5 MB', '2 kB', '1 kB'])
})

test('two files never have one name', () => {
  assert.deepEqual(names(withFreeNames([file('a.png'), file('a.png'), file('b')], [file('a.png'), file('a-2.png')])), [
    'a-3.png',
    'a-4.png',
    'b',
  ])
})
