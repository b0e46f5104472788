import { expect, test } from 'vitest'
import { ApiError } from '#web/platform/request.ts'
import { changeByOwner } from './change-by-owner.ts'

const rowOf = (customerId: string, id: string) => ({ id, customer: { customerId, name: customerId } })
const rows = [rowOf('1', 'a'), rowOf('2', 'b'), rowOf('1', 'c'), rowOf('3', 'd')]
const closed = { property: '', message: 'This customer is closed.', message_translation_key: 'error.customer_closed' }
const idOf = ({ id }: { id: string }) => id

function start(failing: readonly string[]) {
  const asked: string[][] = []
  const change = (customerId: string, own: { id: string }[]) => {
    asked.push(own.map(idOf))
    if (failing.includes(customerId)) return Promise.reject(new ApiError(409, { errors: [closed], requestId: '' }))
    const refused = customerId === '3' ? [{ id: 'd', message: 'No.', message_translation_key: 'no' }] : []
    return Promise.resolve({ changed: own.length - refused.length, refused })
  }
  return { asked, ended: changeByOwner(rows, '1', { idOf, change }) }
}

test('a call that fails refuses the rows of its customer alone, with the reason, and the other customers are asked', async () => {
  const { asked, ended } = start(['1'])
  const { changed, refused } = await ended
  expect(asked).toEqual([['a', 'c'], ['b'], ['d']])
  expect(changed).toBe(1)
  expect(refused.map(({ id, message_translation_key: key }) => [id, key])).toEqual([
    ['d', 'no'],
    ['a', 'error.customer_closed'],
    ['c', 'error.customer_closed'],
  ])
})

test('where the calls of all customers fail, that is the error of the change', async () => {
  await expect(start(['1', '2', '3']).ended).rejects.toThrow('This customer is closed.')
})
