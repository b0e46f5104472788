import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toastOptions } from './toast-options.ts'

test('each kind of toast stays for its own time, unless another is asked for', () => {
  assert.equal(toastOptions('info').autoClose, 4000)
  assert.equal(toastOptions('success').autoClose, 3000)
  assert.equal(toastOptions('failure').autoClose, 5000)
  assert.equal(toastOptions('success', { milliseconds: 5000 }).autoClose, 5000)
})

test('a failure interrupts a screen reader, the others wait', () => {
  assert.equal(toastOptions('info').role, 'status')
  assert.equal(toastOptions('success').role, 'status')
  assert.equal(toastOptions('failure').role, 'alert')
})

test('a toast can be closed, unless that is switched off', () => {
  assert.equal(toastOptions('info').withCloseButton, true)
  assert.equal(toastOptions('info', { isClosable: false }).withCloseButton, false)
})
