import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnUse } from '@vakt/contract/entities/entity-uploads.ts'
import { findUsesFault, guessUses, tagNameOf } from './upload-columns.ts'
import { readUploadRow } from './upload-row.ts'
import { readTags } from './upload-tags.ts'

const mappingOf = (columns: Record<string, ColumnUse>, typeForAll: string | null = null) => ({
  columns: Object.entries(columns).map(([name, use]) => ({ name, use })),
  typeForAll,
})
const simple = mappingOf({ ID: 'id', Namn: 'name', Typ: 'type', Taggar: 'tags', 'tag: team': 'tag', Rack: 'property' })
const read = (cells: unknown[], mapping = simple) => readUploadRow({ row: 2, cells }, mapping)
const entityOf = (...given: Parameters<typeof read>) => {
  const outcome = read(...given)
  return 'entity' in outcome ? outcome.entity : assert.fail(JSON.stringify(outcome.problems))
}
const problemsOf = (...given: Parameters<typeof read>) => {
  const outcome = read(...given)
  return 'problems' in outcome ? outcome.problems.map(({ problem, column }) => [problem, column]) : []
}

test('columns are recognised in English, in Swedish and as Azure exports them', () => {
  assert.deepEqual(guessUses(['NAME', 'TYPE', 'RESOURCE GROUP', 'LOCATION', 'SUBSCRIPTION']), [
    'name',
    'type',
    'resourceGroup',
    'region',
    'containerName',
  ])
  assert.deepEqual(guessUses(['Resurs-ID', 'Namn', 'Typ', 'Resursgrupp', 'Plats', 'Prenumeration', 'Taggar', 'Tillstånd', 'Hyllplats']), [
    'id',
    'name',
    'type',
    'resourceGroup',
    'region',
    'containerName',
    'tags',
    'status',
    'property',
  ])
  assert.deepEqual(guessUses(['Identifier', 'id', 'Tag: team', 'tags.env', 'subscriptionId']), [
    'id',
    'property',
    'tag',
    'tag',
    'containerId',
  ])
  assert.deepEqual(['Tag: team', 'tags.env', 'owner'].map(tagNameOf), ['team', 'env', 'owner'])
})

test('what was chosen earlier for columns of the same name goes before the guess', () => {
  assert.deepEqual(guessUses(['name', 'ci', '__proto__'], { ci: 'id', name: 'none' }), ['none', 'id', 'property'])
})

test('columns of which nothing can be made are refused', () => {
  assert.equal(findUsesFault(2, ['name'], 'x'), 'column_count')
  assert.equal(findUsesFault(2, ['name', 'name'], 'x'), 'used_twice')
  assert.equal(findUsesFault(1, ['type'], null), 'no_name_or_id')
  assert.equal(findUsesFault(1, ['name'], null), 'no_type')
  assert.equal(findUsesFault(2, ['name', 'tag'], 'x'), null)
})

test('a row becomes an entity with tags and properties', () => {
  const entity = entityOf(['/subscriptions/A/x', ' Kassa 1 ', 'Contoso/Till', 'env=prod; app: shop', '🦊', '12'])
  assert.equal(entity.name, 'Kassa 1')
  assert.equal(entity.type, 'contoso/till')
  assert.deepEqual(entity.tags, { env: 'prod', app: 'shop', team: '🦊' })
  assert.deepEqual(entity.properties, { Rack: '12' })
})

test('markup, formulas, __proto__ and tags of 500 characters are kept as they are', () => {
  const long = 'å'.repeat(500)
  const tags = `{"__proto__":"x","${long}":"${long}","b":"=cmd|' /C calc'!A0","c":"<img src=x onerror=alert(1)>"}`
  const entity = entityOf(['a', '<b>', 't', tags, '', ''])
  assert.deepEqual(Object.keys(entity.tags), ['__proto__', long, 'b', 'c'])
  assert.equal(Object.getPrototypeOf(entity.tags), Object.prototype)
  assert.equal(entity.name, '<b>')
})

test('a row without a column for the id gets one from where it belongs and what it is called', () => {
  const mapping = mappingOf({ NAME: 'name', TYPE: 'type', 'RESOURCE GROUP': 'resourceGroup', SUBSCRIPTION: 'containerName' })
  assert.equal(entityOf(['Web-1', 'VM', 'RG', 'Prod'], mapping).externalId, 'upload:/prod/rg/vm/web-1')
  assert.deepEqual(entityOf(['Web-1', 'VM', '', 'Prod'], mapping).container, { id: 'Prod', name: 'Prod' })
})

test('an id gives the name where no column does, and one type stands for all', () => {
  const entity = entityOf(['arn:aws:ec2/i-17'], mappingOf({ arn: 'id' }, 'Server'))
  assert.deepEqual([entity.name, entity.type], ['i-17', 'server'])
})

test('what is wrong is told by column', () => {
  assert.deepEqual(problemsOf(['', 'x', 't', '', '', '']), [['no_id', 'ID']])
  assert.deepEqual(problemsOf(['a', 'x', '', '', '', '']), [['no_type', 'Typ']])
  assert.deepEqual(problemsOf(['a', 'x', 't', 'neither', '', '']), [['tags_not_understood', 'Taggar']])
  assert.deepEqual(problemsOf(['a', 'x', 't', '{"a":', '', '']), [['tags_not_understood', 'Taggar']])
  assert.deepEqual(problemsOf(['a', 'x', 't', '', '', '', 'more']), [['cell_count', null]])
  assert.deepEqual(problemsOf(['a', 'caf\ufffd', 't', '', '', 'a\u0000b']), [
    ['not_readable', 'Namn'],
    ['not_readable', 'Rack'],
  ])
  assert.deepEqual(problemsOf(['å'.repeat(1500), 'x'.repeat(501), 't', '', 'y'.repeat(5000), '']), [
    ['too_long', 'ID'],
    ['too_long', 'Namn'],
    ['too_long', 'team'],
  ])
})

test('cells that are missing at the end are empty, and empty ones beyond the header are nothing', () => {
  for (const rest of [[], [''], ['', '', ''], ['', '', '', '', ' ']]) {
    const entity = entityOf(['a', 'x', 't', ...rest])
    assert.deepEqual([entity.tags, entity.properties], [{}, {}])
  }
})

test('a file without columns of properties says nothing of them', () => {
  assert.equal(entityOf(['a', 't'], mappingOf({ id: 'id', type: 'type' })).properties, null)
})

test('the file of the Tag Editor of AWS has the ARN for its id and a number for its tags', () => {
  const columns = ['Identifier', 'Service', 'Type', 'Region', 'Tags', 'ARN', 'Tag: env']
  const uses = guessUses(columns)
  assert.deepEqual(uses, ['property', 'property', 'type', 'region', 'tags', 'id', 'tag'])
  const mapping = mappingOf(Object.fromEntries(columns.map((name, index) => [name, uses[index] as ColumnUse])))
  const entity = entityOf(['i-1', 'EC2', 'Instance', 'eu-north-1', '1', 'arn:aws:ec2:i-1', 'prod'], mapping)
  assert.deepEqual([entity.externalId, entity.tags], ['arn:aws:ec2:i-1', { env: 'prod' }])
})

test('tags are read as clouds write them', () => {
  assert.deepEqual(readTags('[{"Key":"a","Value":"1"},{"Key":"b","Value":null}]'), { a: '1', b: '' })
  assert.deepEqual(readTags({ a: 1, b: true }), { a: '1', b: 'true' })
  assert.deepEqual(readTags('url=https://x.se/?a=1, b=2'), { url: 'https://x.se/?a=1', b: '2' })
  assert.equal(readTags('[1]'), null)
})
