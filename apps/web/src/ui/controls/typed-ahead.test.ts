import assert from 'node:assert/strict'
import test from 'node:test'
import { catchTyping } from './typed-ahead.ts'

function press(keys: EventTarget, key: string, modifiers: object = {}): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...modifiers,
  })
  return keys.dispatchEvent(event)
}

test('keeps what is typed from the page and hands it over once', () => {
  const keys = new EventTarget()
  const reached: string[] = []
  const typing = catchTyping(() => assert.fail('not called off'), keys)
  keys.addEventListener('keydown', (event) => reached.push((event as KeyboardEvent).key))
  for (const key of ['v', 'm', ' ', 'å', 'x', 'Backspace']) assert.equal(press(keys, key), false)
  for (const key of ['Enter', 'Tab']) assert.equal(press(keys, key), false)
  assert.deepEqual(reached, [])
  assert.equal(typing.stop(), 'vm å')
  assert.equal(press(keys, 'a'), true)
  assert.deepEqual(reached, ['a'])
})

test('leaves shortcuts and keys that write nothing alone, and Escape calls it off', () => {
  const keys = new EventTarget()
  let isOff = false
  const typing = catchTyping(() => {
    isOff = true
  }, keys)
  assert.equal(press(keys, 'k', { ctrlKey: true }), true)
  assert.equal(press(keys, 'ArrowDown'), true)
  assert.equal(press(keys, 'Escape'), false)
  assert.equal(isOff, true)
  assert.equal(typing.stop(), '')
})
