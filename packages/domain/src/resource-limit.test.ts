import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinLimit, marksOfLimit, readTag, writeTag } from './resource-limit.ts'

const web = { resourceGroup: 'RG-Shop', tags: { env: 'prod', 'cost=centre': '1=2' } }

test('a resource is within a limit by one of the tags or one of the groups, groups in any case', () => {
  const within = (tags: string[], resourceGroups: string[] = []) => isWithinLimit({ tags, resourceGroups }, web)
  assert.equal(within(['env=prod']), true)
  assert.equal(within(['env=test'], ['rg-shop']), true)
  assert.equal(within(['env=test', writeTag('cost=centre', '1=2')]), true)
  assert.equal(within(['env=Prod'], ['rg']), false)
  assert.equal(within(['toString=x']), false)
  assert.equal(isWithinLimit({ tags: [], resourceGroups: ['null'] }, { resourceGroup: null, tags: {} }), false)
})

test('a tag reads as it was written', () => {
  assert.deepEqual(readTag(writeTag('100%=full', 'a=b')), { key: '100%=full', value: 'a=b' })
})

test('marks are those of the database', () => {
  assert.deepEqual(marksOfLimit({ tags: ['env=prod'], resourceGroups: ['RG-Shop'] }), ['group:rg-shop', 'tag:env\nprod'])
})
