import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesSince, type DashboardVisit, visitAfterLook } from './dashboard-visit.ts'

const at = (time: string) => new Date(`2026-11-${time}Z`)

test('the first visit has nothing before it, and goes on as long as someone looks every half an hour', () => {
  assert.equal(changesSince(null, at('21T08:00')), null)
  let visit: DashboardVisit | null = visitAfterLook(null, at('21T08:00'))
  assert.deepEqual(visit, { seenAt: at('21T08:00'), previousSeenAt: null })
  visit = visitAfterLook(visit, at('21T08:29'))
  assert.deepEqual(visit, { seenAt: at('21T08:29'), previousSeenAt: null })
  assert.equal(changesSince(visit, at('21T08:50')), null)
})

test('what changed counts from the end of the last visit, before and after the new one is stored', () => {
  const yesterday: DashboardVisit = { seenAt: at('20T17:02'), previousSeenAt: at('19T09:00') }
  assert.deepEqual(changesSince(yesterday, at('21T08:00')), at('20T17:02'))
  const today = visitAfterLook(yesterday, at('21T08:00'))
  assert.deepEqual(today, { seenAt: at('21T08:00'), previousSeenAt: at('20T17:02') })
  assert.deepEqual(changesSince(today, at('21T08:00')), at('20T17:02'))
  assert.deepEqual(changesSince(today, at('21T08:25')), at('20T17:02'))
})

test('is stored every five minutes at most', () => {
  const visit: DashboardVisit = { seenAt: at('21T08:00'), previousSeenAt: null }
  assert.equal(visitAfterLook(visit, at('21T08:04')), null)
  assert.deepEqual(visitAfterLook(visit, at('21T08:05')), { seenAt: at('21T08:05'), previousSeenAt: null })
})

test('after a long absence it is the past 14 days', () => {
  assert.deepEqual(changesSince({ seenAt: at('01T08:00'), previousSeenAt: null }, at('21T08:00')), at('07T08:00'))
})
