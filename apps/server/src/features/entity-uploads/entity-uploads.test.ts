import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ColumnUse, EntityUpload, UploadedEntity, UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'
import { readCsv } from '#server/testing/read-csv.ts'
import { createUploader } from '#server/testing/uploader.ts'

const uploader = await createUploader()
after(() => uploader.close())
const { createOffice } = uploader

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const usesOf = ({ columns }: EntityUpload): ColumnUse[] => columns.map(({ use }) => use)
const told = (problems: UploadProblem[]) => problems.map(({ row, column, problem }) => [row, column, problem])
const namesOf = (rows: UploadedEntity[]) => rows.map(({ name }) => name)

const till = (number: number, rest = 'Butiken,shop') => `till-${number},Kassa ${number},contoso/till,${rest}`
const header = 'id,namn,typ,plats,tag: application'

test('a file is received, checked and imported; nothing is there before, and what changed is shown first', async () => {
  const office = await createOffice()
  const first = await office.send('kassor.csv', csv(header, till(1), till(2), till(3)))
  assert.deepEqual([first.state, first.encoding, first.delimiter, first.format], ['received', 'utf-8', ',', 'csv'])
  assert.deepEqual(usesOf(first), ['id', 'name', 'type', 'region', 'tag'])
  assert.deepEqual(first.columns[1]?.examples, ['Kassa 1', 'Kassa 2', 'Kassa 3'])
  const checked = await office.check(first)
  assert.deepEqual([checked.found?.rows, checked.found?.added, checked.found?.bad], [3, 3, 0])
  assert.equal((await office.entities()).length, 0)
  const imported = await office.import(checked)
  assert.equal(imported.state, 'imported')
  const entities = await office.entities()
  assert.deepEqual(
    entities.map(({ external_id, name, type, source, region, tags }) => [external_id, name, type, source, region, tags.application]),
    [1, 2, 3].map((n) => [`till-${n}`, `Kassa ${n}`, 'contoso/till', 'upload', 'Butiken', 'shop']),
  )
  const [run] = await office.runs()
  assert.deepEqual([run?.state, run?.seen, run?.added, run?.askedBy], ['succeeded', 3, 3, 'admin'])

  const second = await office.check(await office.send('kassor.csv', csv(header, till(1), till(2, 'Lagret,shop'), till(4))))
  const { found } = second
  assert.deepEqual([found?.added, found?.changed, found?.unchanged, found?.missing], [1, 1, 1, 1])
  const [changed] = await office.uploaded(second, 'changed')
  assert.deepEqual(changed?.changes, [{ field: 'region', before: 'Butiken', after: 'Lagret' }])
  assert.deepEqual(namesOf(await office.uploaded(second, 'missing')), ['Kassa 3'])
  assert.deepEqual(namesOf(await office.uploaded(second, 'added')), ['Kassa 4'])
  await office.import(second)
  const [next] = await office.runs()
  assert.deepEqual([next?.added, next?.changed, next?.gone], [1, 1, 0])
})

test('only a file that is said to be the whole inventory makes what it does not name stale, and the second time', async () => {
  const office = await createOffice()
  const upload = async (isWholeEstate: boolean, ...numbers: number[]) =>
    office.import(await office.check(await office.send('x.csv', csv(header, ...numbers.map((n) => till(n))))), { isWholeEstate })
  await upload(true, 1, 2)
  await upload(false, 1)
  await upload(false, 1)
  await upload(true, 1)
  assert.equal((await office.runs())[0]?.gone, 0)
  await upload(true, 1)
  assert.equal((await office.runs())[0]?.gone, 1)
  assert.deepEqual(
    (await office.entities()).map(({ stale }) => stale),
    [false, true],
  )
  const again = await office.check(await office.send('x.csv', csv(header, till(1), till(2))))
  assert.equal(again.found?.returned, 1)
})

test('rows that are bad are told by row and column, and left out only when that is asked for; then nothing is held for missed', async () => {
  const office = await createOffice()
  const upload = await office.check(
    await office.send(
      'x.csv',
      csv(
        header,
        till(1),
        ',Utan id,t,,',
        till(2),
        'TILL-1,Annan,t,,',
        till(1),
        'a,b,c,d,e,f',
        '/subscriptions/S/a,a,t,,',
        '/SUBSCRIPTIONS/s/A/,a,t,,',
      ),
    ),
  )
  assert.deepEqual(told(await office.problems(upload)), [
    [3, 'id', 'no_id'],
    [6, 'id', 'repeated'],
    [7, null, 'cell_count'],
    [9, 'id', 'repeated'],
  ])
  assert.deepEqual([upload.found?.rows, upload.found?.bad, upload.found?.added], [8, 4, 4])
  const refused = await office.post(upload, 'import', { leaveOutBadRows: false, isWholeEstate: true })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [409, 'entity_upload.bad_rows'])
  assert.equal((await office.entities()).length, 0)
  const imported = await office.import(upload, { leaveOutBadRows: true, isWholeEstate: true })
  assert.equal(imported.state, 'imported')
  assert.equal((await office.entities()).length, 4)
  const table = await office.get(`${upload.uploadId}/problem?format=csv`)
  assert.match(table.body, /^\ufeffrow,column,problem,value\r\n3,id,no_id/)
})

test('a quotation mark that is broken in row 90,000 is told by row and column, and nothing is imported', async () => {
  const office = await createOffice()
  const lines = [header, ...Array.from({ length: 89_998 }, (_, index) => till(index))]
  for (const [before, last, problem] of [
    [lines, 'x,"Kassa,t,Butiken,shop', 'quote_not_closed'],
    [lines.slice(0, 3), 'x,"Kassa"17,t,Butiken,shop', 'quote_misplaced'],
    [lines.slice(0, 3), 'x,19" rack,t,Butiken,shop', 'quote_misplaced'],
  ] as const) {
    const upload = await office.check(await office.send('x.csv', csv(...before, last, ...lines.slice(1, 200))))
    assert.deepEqual([upload.state, upload.found?.broken?.row, upload.found?.broken?.column], ['checked', before.length + 1, 'namn'])
    assert.equal(upload.found?.broken?.problem, problem)
    const refused = await office.post(upload, 'import', { leaveOutBadRows: true, isWholeEstate: false })
    assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [409, 'entity_upload.broken'])
    await office.remove(upload)
  }
  assert.equal((await office.entities()).length, 0)
})

test('the encoding is found, and another one can be chosen', async () => {
  const office = await createOffice()
  const text = `id;namn;typ\r\n1;Värdnamn å;t\r\n`
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  const files: [Buffer, string][] = [
    [Buffer.from(text), 'utf-8'],
    [Buffer.from(`\ufeff${text}`), 'utf-8'],
    [wide, 'utf-16le'],
    [Buffer.from(wide).swap16(), 'utf-16be'],
    [Buffer.from(text, 'utf16le'), 'utf-16le'],
    [Buffer.from(text, 'latin1'), 'windows-1252'],
  ]
  for (const [file, encoding] of files) {
    const upload = await office.send('x.csv', file)
    assert.deepEqual([upload.encoding, upload.delimiter, upload.columns[1]?.examples[0]], [encoding, ';', 'Värdnamn å'])
    assert.equal(upload.columns[0]?.name, 'id')
    await office.remove(upload)
  }
  const wrong = await office.send('x.csv', Buffer.from(text, 'latin1'))
  const asUtf8 = (await office.put(wrong, 'reading', { encoding: 'utf-8', delimiter: ';', hasHeader: true })).json().result
  assert.equal(asUtf8.columns[1].examples[0], 'V\ufffdrdnamn \ufffd')
  const checked = await office.check(asUtf8)
  assert.deepEqual(told(await office.problems(checked)), [[2, 'namn', 'not_readable']])
})

test('another delimiter and a file without header are read as chosen, and the choice of columns is remembered', async () => {
  const office = await createOffice()
  const file = csv('a|1|x', 'b|2|y')
  const upload = await office.send('x.csv', file)
  const read = (await office.put(upload, 'reading', { encoding: 'utf-8', delimiter: '|', hasHeader: false })).json().result as EntityUpload
  assert.deepEqual(
    read.columns.map(({ name, examples }) => [name, examples]),
    [
      ['Column 1', ['a', 'b']],
      ['Column 2', ['1', '2']],
      ['Column 3', ['x', 'y']],
    ],
  )
  const checked = await office.check(read, { uses: ['id', 'none', 'tag'], typeForAll: 'Server' })
  await office.import(checked)
  const [entity] = await office.entities()
  assert.deepEqual([entity?.name, entity?.type, entity?.tags], ['a', 'server', { 'Column 3': 'x' }])
  const next = await office.send('y.csv', csv('Column 1|Column 2|Column 3', 'a|1|x'))
  assert.deepEqual([usesOf(next), next.typeForAll], [['id', 'none', 'tag'], 'Server'])
})

test('columns called as the tag groups of the customer are tags, unless something else was chosen before', async () => {
  const office = await createOffice()
  const file = csv('name,type,application,environment,owner', 'a,t,shop,production,Kim')
  const first = await office.send('x.csv', file)
  assert.deepEqual(usesOf(first), ['name', 'type', 'tag', 'tag', 'property'])
  await office.import(await office.check(first, { uses: ['name', 'type', 'tag', 'none', 'property'], typeForAll: null }))
  assert.deepEqual(usesOf(await office.send('y.csv', file)), ['name', 'type', 'tag', 'none', 'property'])
})

test('a file as Excel writes it is read: its separator line, rows cut short, rows of separators, in each encoding', async () => {
  const office = await createOffice()
  const lines = [
    'sep=;',
    'Id;Namn;Typ;Plats;Kommentar',
    'a-1;Kassa 1;contoso/till;Lund',
    'a-2;Kassa 2;contoso/till;Åre;"Vid ""dörren"""',
    ';;;;',
    'a-3;Kassa 3;contoso/till;Umeå;;;;',
    ';;',
    '',
  ]
  for (const first of [0, 1])
    for (const encoding of ['utf8', 'utf16le', 'latin1'] as const)
      for (const lineEnd of ['\r\n', '\n', '\r']) {
        const text = `${encoding === 'latin1' ? '' : '\ufeff'}${lines.slice(first).join(lineEnd)}`
        const checked = await office.check(await office.send('inventarie.csv', Buffer.from(text, encoding)))
        const name = `${encoding} ${JSON.stringify(lineEnd)} ${first}`
        assert.deepEqual([checked.delimiter, checked.found?.rows, checked.found?.bad, checked.found?.broken], [';', 3, 0, null], name)
        await office.import(checked, { isWholeEstate: true })
      }
  assert.deepEqual(
    (await office.entities()).map(({ external_id, region, properties }) => [external_id, region, properties]),
    [
      ['a-1', 'Lund', {}],
      ['a-2', 'Åre', { Kommentar: 'Vid "dörren"' }],
      ['a-3', 'Umeå', {}],
    ],
  )
})

test('what Vakt exports is imported again without a change, as CSV, as Excel saves that, and as JSON', async () => {
  const office = await createOffice()
  const names = ['-web-01', "'=1", '=1+1', '@home', 'a;=1', 'Åre "1", norr', '+46', "it's"]
  const rows = names.map((name, index) => ({
    ...{ externalId: `e-${index}`, name, type: 'contoso/till', subtype: 'k', region: 'Åre', resourceGroup: '-rg', status: 'on' },
    ...{ container: { id: 's', name: '=S' }, tags: { '=tag': '@value', 'a;b': '-1' }, properties: { Rack: '=12' } },
  }))
  await office.import(await office.check(await office.send('x.json', Buffer.from(JSON.stringify(rows)))))
  const before = await office.entities()
  assert.deepEqual(
    before.map(({ name }) => name),
    names,
  )
  const exported = async (format: string) =>
    (await uploader.vakt.call(office.admin, 'GET', `/customer/${office.customerId}/entity?format=${format}`)).body
  const quote = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const asExcel = readCsv((await exported('csv')).replace(/^\ufeff/, '')).map((cells) => `${cells.map(quote).join(';')}\r\n`)
  const files: [string, Buffer][] = [
    ['x.csv', Buffer.from(await exported('csv'))],
    ['x.csv', Buffer.from(`\ufeff${asExcel.join('')}`)],
    ['x.csv', Buffer.from(`\ufeffsep=;\r\n${asExcel.join('')}`, 'utf16le')],
    ['x.json', Buffer.from(await exported('json'))],
  ]
  for (const [index, [name, file]] of files.entries()) {
    const checked = await office.check(await office.send(name, file))
    const { rows: count, bad, unchanged, changed, added } = checked.found ?? {}
    const changes = (await office.uploaded(checked, 'changed')).map((row) => row.changes)
    assert.deepEqual([index, count, bad, unchanged, changed, added, changes], [index, names.length, 0, names.length, 0, 0, []])
    await office.import(checked)
  }
  assert.deepEqual(await office.entities(), before)
})

test('a quotation mark that is misplaced in the first row below the header is told with its row', async () => {
  const office = await createOffice()
  const file = csv('Id,Name,Type', 'm1,Skärm 24" vid kassan,contoso/screen', 'm2,Skärm,contoso/screen')
  const { found } = await office.check(await office.send('x.csv', file))
  assert.deepEqual([found?.broken?.problem, found?.broken?.row], ['quote_misplaced', 2])
})

test('JSON is read as a list, as lines and as the list of Vakt itself; every key stays a key', async () => {
  const office = await createOffice()
  const one =
    '{"externalId":"a","name":"A <b>🦊","type":"t","container":{"id":"s","name":"S"},"tags":{"__proto__":"x","é":"=cmd()"},"properties":{"n":1}}'
  const two = '{"externalId":"b","name":"}{","type":"t","later":{"deep":[1]}}'
  for (const text of [`[${one},\n${two}]`, `${one}\n${two}\n`, `{"continuation_token":null,"result":[${one},${two}]}`]) {
    const checked = await office.check(await office.send('x.json', Buffer.from(text)))
    assert.deepEqual([checked.format, checked.found?.rows, checked.found?.bad, checked.found?.broken], ['json', 2, 0, null])
    await office.import(checked)
  }
  const [a, b] = await office.entities()
  assert.deepEqual(Object.entries(a?.tags ?? {}).toSorted(), [
    ['__proto__', 'x'],
    ['é', '=cmd()'],
  ])
  assert.deepEqual([a?.name, a?.container_name, a?.properties], ['A <b>🦊', 'S', { n: 1 }])
  assert.deepEqual([b?.name, b?.properties], ['}{', { later: { deep: [1] } }])
  assert.deepEqual(
    (await office.runs()).map(({ added, changed }) => [added, changed]),
    [
      [0, 0],
      [0, 0],
      [2, 0],
    ],
  )
  const broken = await office.check(await office.send('x.json', Buffer.from(`[${one},{"externalId":"c",}]`)))
  assert.deepEqual([broken.found?.broken?.problem, broken.found?.broken?.row], ['json_broken', 2])
  const cut = await office.check(await office.send('y.json', Buffer.from(`[${one},7,{"externalId":`)))
  assert.deepEqual(told(await office.problems(cut)), [
    [2, null, 'not_an_object'],
    [3, null, 'json_broken'],
  ])
})

test('what is no file of entities is refused with what it is', async () => {
  const office = await createOffice()
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join()
  const zip = Buffer.from('504b0304140000000800', 'hex')
  const cases: [string, Buffer, string][] = [
    ['x.csv', Buffer.alloc(0), 'empty'],
    ['x.csv', Buffer.from('\ufeff \r\n'), 'empty'],
    ['x.csv', csv(header), 'no_rows'],
    ['x.json', Buffer.from('[]'), 'no_rows'],
    ['x.json', Buffer.from('id,name\r\n1,2'), 'not_json'],
    ['x.csv', csv(wide, wide), 'too_many_columns'],
    ['x.csv', Buffer.concat([zip, Buffer.alloc(2000, 1)]), 'other_kind'],
    ['x.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is_workbook'],
    ['x.csv', Buffer.alloc(5000, 0), 'not_text'],
  ]
  for (const [name, file, key] of cases) {
    const { statusCode, body } = await office.trySend(name, file)
    assert.equal(statusCode, 400, `${key}: ${body}`)
    assert.equal(JSON.parse(body).errors[0].message_translation_key, `entity_upload.${key}`)
  }
  assert.equal((await office.list()).length, 0)
})

test('NUL bytes are told, not stored; tags of 500 characters are kept', async () => {
  const office = await createOffice()
  const long = 'ö'.repeat(500)
  const upload = await office.check(await office.send('x.csv', csv(header, 'a,N\u0000,t,,', `b,B,t,,${long}`)))
  assert.deepEqual(told(await office.problems(upload)), [[2, 'namn', 'not_readable']])
  await office.import(upload, { leaveOutBadRows: true })
  assert.equal((await office.entities())[0]?.tags.application, long)
})

test('columns that make no entity are refused, and so is what is not at that point', async () => {
  const office = await createOffice()
  const upload = await office.send('x.csv', csv('a,b', '1,2'))
  for (const [uses, key] of [
    [['none', 'tag'], 'no_name_or_id'],
    [['id', 'id'], 'used_twice'],
    [['id', 'name'], 'no_type'],
    [['id'], 'column_count'],
  ] as const) {
    const answer = await office.post(upload, 'check', { uses, typeForAll: ' ' })
    assert.deepEqual([answer.statusCode, answer.json().errors[0].message_translation_key], [400, `entity_upload.${key}`])
  }
  const early = await office.post(upload, 'import', { leaveOutBadRows: true, isWholeEstate: false })
  assert.deepEqual([early.statusCode, early.json().errors[0].message_translation_key], [409, 'entity_upload.is_received'])
})
