import assert from 'node:assert/strict'
import test from 'node:test'
import { createUnitFormat, type Unit } from './format-unit.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const write = (unit: Unit, locale: string) => (value: number) => plain(createUnitFormat(unit, locale).value(value))
const axis = (unit: Unit, locale: string, ticks: number[]) => createUnitFormat(unit, locale).axis(ticks).map(plain)

test('writes a value with three digits and its unit, in both languages', () => {
  assert.deepEqual([0, 61, 61.27, 99.96, 3.456, 0.0123, 250].map(write('percent', 'en-GB')), [
    '0%',
    '61%',
    '61.3%',
    '100%',
    '3.46%',
    '0.012%',
    '250%',
  ])
  assert.deepEqual([61.27, 100].map(write('percent', 'sv-SE')), ['61,3 %', '100 %'])
  assert.deepEqual([0, 512, 1536, 5 * 2 ** 30, 3.2 * 2 ** 60].map(write('bytes', 'en-GB')), [
    '0 B',
    '512 B',
    '1.5 KiB',
    '5 GiB',
    '3,277 PiB',
  ])
  assert.deepEqual([1536].map(write('bytesPerSecond', 'sv-SE')), ['1,5 KiB/s'])
  assert.deepEqual([0, 0.4, 350, 1340, 90_000, 5_400_000].map(write('milliseconds', 'en-GB')), [
    '0 s',
    '0.4 ms',
    '350 ms',
    '1.34 s',
    '1.5 min',
    '1.5 h',
  ])
  assert.deepEqual([0.25, 7200].map(write('seconds', 'sv-SE')), ['250 ms', '2 tim'])
  assert.deepEqual([12, 0.5].map(write('perSecond', 'en-GB')), ['12/s', '0.5/s'])
})

test('writes counts in full below a million, and shortens them beyond', () => {
  assert.deepEqual([7, 12_345, 999_999, 1_234_567, 9e15].map(write('count', 'en-GB')), ['7', '12,345', '999,999', '1.235m', '9000tn'])
  assert.deepEqual([12_345, 1_234_567].map(write('count', 'sv-SE')), ['12 345', '1,235 mn'])
  assert.equal(write('count', 'sv-SE')(-26.5), '−26,5')
})

test('labels an axis in one unit, with as many decimals as tell the ticks apart', () => {
  const mebi = 2 ** 20
  assert.deepEqual(axis('bytes', 'en-GB', [0, 500 * mebi, 1024 * mebi]), ['0', '500 MiB', '1,024 MiB'])
  assert.deepEqual(axis('bytes', 'en-GB', [0, 250 * mebi, 500 * mebi]), ['0', '250 MiB', '500 MiB'])
  assert.deepEqual(axis('milliseconds', 'sv-SE', [0, 500, 1000, 1500]), ['0', '0,5 s', '1 s', '1,5 s'])
  assert.deepEqual(axis('percent', 'en-GB', [0, 0.25, 0.5]), ['0%', '0.25%', '0.5%'])
  assert.deepEqual(axis('count', 'en-GB', [0, 1e6, 2e6]), ['0', '1m', '2m'])
})

test('a value of hundreds of digits is written short', () => {
  for (const unit of ['count', 'percent', 'bytes', 'perSecond'] as const) {
    const written = createUnitFormat(unit, 'en').value(1.7e308)
    assert.ok(written.length < 16, `${unit}: ${written.length} characters`)
  }
})
