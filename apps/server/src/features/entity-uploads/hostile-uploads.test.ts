import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createUploader } from '#server/testing/uploader.ts'
import { readRows } from './read-rows.ts'

const uploader = await createUploader()
after(() => uploader.close())
const { createOffice, vakt } = uploader

const told = (problems: UploadProblem[]) => problems.map(({ row, column, problem }) => [row, column, problem])
const good = '{"externalId":"a","name":"A","type":"t"}'

test('what PostgreSQL cannot keep is told by its row, wherever in it it stands', async () => {
  const office = await createOffice()
  const rows = [
    good,
    '{"externalId":"b","name":"\\ud800","type":"t"}',
    '{"externalId":"c","name":"C","type":"t","\\u0000":"x"}',
    '{"externalId":"d","name":"D","type":"t","\\udc00":{"deep":1}}',
    '{"externalId":"e","name":"E","type":"t","properties":{"a":["\\u0000"]}}',
  ]
  const checked = await office.check(await office.send('x.json', Buffer.from(rows.join('\n'))))
  assert.deepEqual([checked.state, checked.found?.bad], ['checked', 4])
  assert.deepEqual(told(await office.problems(checked)), [
    [2, 'name', 'not_readable'],
    [3, '�', 'not_readable'],
    [4, '\ufffd', 'not_readable'],
    [5, 'properties', 'not_readable'],
  ])
  const cells = ['id,name,type,tags,properties', 'a,A,t,"{""k"":""\\u0000""}",', 'b,B,t,,"{""k"":[""\\ud800""]}"', 'c,C,t,,']
  const csv = await office.check(await office.send('x.csv', Buffer.from(cells.join('\n'))))
  assert.deepEqual([csv.state, csv.found?.bad], ['checked', 2])
  assert.deepEqual(told(await office.problems(csv)), [
    [2, 'tags', 'not_readable'],
    [3, 'properties', 'not_readable'],
  ])
})

test('what nests without end is told, in a file and in a cell', async () => {
  const office = await createOffice()
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const depth of [100, 100_000]) {
    const deep = `{"externalId":"b","name":"B","type":"t","x":${nested(depth)}}`
    const refused = await office.trySend('x.json', Buffer.from(deep))
    assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [400, 'entity_upload.not_json'])
    const file = await office.check(await office.send('x.json', Buffer.from(`${good}\n${deep}`)))
    assert.deepEqual([file.state, file.found?.broken?.problem, file.found?.broken?.row], ['checked', 'json_broken', 2])
    await office.remove(file)
    const cells = `id,name,type,tags,properties\na,A,t,,"{""x"":${nested(depth)}}"\nb,B,t,"{""x"":${nested(depth)}}",`
    const csv = await office.check(await office.send('x.csv', Buffer.from(cells)))
    assert.equal(csv.state, 'checked')
    assert.deepEqual(told(await office.problems(csv)), [
      [2, 'properties', 'properties_not_understood'],
      [3, 'tags', 'tags_not_understood'],
    ])
    await office.remove(csv)
  }
})

test('rows that are long, or have cells without end, come one by one', async () => {
  const shape = { encoding: 'utf-8', delimiter: ',', hasHeader: false, columns: [] } as const
  const read = async (format: 'csv' | 'json', row: string) => {
    async function* parts() {
      for (let number = 0; number < 6; number++) yield Buffer.from(`${row}\n`)
    }
    const sizes: number[] = []
    for await (const portion of readRows(parts(), { ...shape, columns: [], format })) sizes.push(portion.length)
    return sizes
  }
  assert.deepEqual(await read('csv', `x${','.repeat(600_000)}`), [1, 1, 1, 1, 1, 1])
  assert.deepEqual(await read('json', `{"properties":{"a":"${'x'.repeat(600_000)}"}}`), [1, 1, 1, 1, 1, 1])
  assert.deepEqual(await read('csv', 'a,b'), [6])
})

test('files whose check failed take up room, until they are removed', async () => {
  const office = await createOffice()
  for (let number = 0; number < 5; number++) await office.send('x.json', Buffer.from(good))
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("update entity_upload set state = 'failed' where customer_id = $1", [office.customerId]),
  )
  assert.equal((await office.trySend('x.json', Buffer.from(good))).statusCode, 409)
  const [first] = await office.list()
  assert.ok(first)
  await office.remove(first)
  assert.equal((await office.trySend('x.json', Buffer.from(good))).statusCode, 200)
})
