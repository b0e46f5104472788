import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedPictures, pictureName, pictureReference, replacePictures } from './text-pictures.ts'

test('a picture is named in the text by any name that a file can have, and found by it', () => {
  for (const name of ['pasted-2026.png', 'Bild på källaren (2).jpg', "[x] it's 100 %!.png", '🔥.gif', '<img src=x>.png']) {
    const text = `Before ${pictureReference(name)} after`
    assert.deepEqual([...namedPictures(text)], [name])
    assert.equal(
      replacePictures(text, (found) => `(${found})`),
      `Before (${name}) after`,
    )
  }
})

test('no other address is a picture of ours', () => {
  for (const address of ['https://evil.example/x.png', 'data:image/png;base64,x', 'attachment:%E0%A4%A', '//x', 'ATTACHMENT:x', ''])
    assert.equal(pictureName(address), null, address)
  assert.equal(namedPictures('![x](https://evil.example/x.png) [x](attachment:x.png)').size, 0)
  assert.equal(namedPictures('`![x](attachment:x.png)` and\n```\n![x](attachment:x.png)\n```').size, 0)
})

test('a long text made to take long is read in no time', () => {
  for (const part of ['![', '![a](', '![a](attachment:', '`', '```', '![](attachment:%']) {
    const start = performance.now()
    namedPictures(part.repeat(100_000 / part.length))
    assert.ok(performance.now() - start < 500, part)
  }
})
