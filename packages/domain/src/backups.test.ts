import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BackupFacts, backupName, backupsToRemove, findBackupProblems } from './backups.ts'

const now = new Date('2026-11-27T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const made = (hours: number, copy: 'none' | 'made' | 'failed' = 'none', reason = '') => ({ at: hoursAgo(hours), copy, reason })
const kindsOf = (given: Partial<BackupFacts>, maxAgeDays = 2) =>
  findBackupProblems({ made: null, failed: null, watchedSince: hoursAgo(1000), isDemo: false, ...given }, { maxAgeDays, now }).map(
    ({ kind }) => kind,
  )

test('no backup for longer than allowed is a problem, unless the installation is younger, the demo, or backed up by others', () => {
  assert.deepEqual(kindsOf({}), ['old'])
  assert.deepEqual(kindsOf({ made: made(49) }), ['old'])
  assert.deepEqual(kindsOf({ made: made(48) }), [])
  assert.deepEqual(kindsOf({ watchedSince: null }), [])
  assert.deepEqual(kindsOf({ watchedSince: hoursAgo(47) }), [])
  assert.deepEqual(kindsOf({ made: made(1000), watchedSince: hoursAgo(3) }), [], 'right after a restore')
  assert.deepEqual(kindsOf({ isDemo: true }), [])
  assert.deepEqual(kindsOf({}, 0), [])
})

test('a failed attempt and a failed copy are problems until the next that succeeds', () => {
  const failed = { at: hoursAgo(1), reason: 'the disk is full' }
  assert.deepEqual(kindsOf({ made: made(25), failed }), ['failed'])
  assert.deepEqual(kindsOf({ made: made(0.5), failed }), [])
  assert.deepEqual(kindsOf({ made: made(2, 'failed') }), ['copy'])
  assert.deepEqual(kindsOf({ made: made(60, 'failed'), failed }), ['old', 'copy'])
  assert.deepEqual(kindsOf({ made: made(60, 'failed'), failed }, 0), [])
  const problems = findBackupProblems({ made: made(60), failed, watchedSince: null, isDemo: false }, { maxAgeDays: 2, now })
  assert.deepEqual(problems, [{ kind: 'old', at: hoursAgo(60), reason: 'the disk is full' }])
})

test('the newest backup of each day and week is kept, and what is no backup is never removed', () => {
  const names = Array.from({ length: 60 }, (_, day) => backupName(new Date(Date.UTC(2026, 9, 1 + day, 2, 15))))
  const removed = new Set(backupsToRemove(names, { daily: 7, weekly: 4 }))
  // 29 November is the Sunday that ends the last week.
  assert.deepEqual(
    names.filter((name) => !removed.has(name)).map((name) => name.slice(10, 15)),
    ['11-08', '11-15', '11-22', '11-23', '11-24', '11-25', '11-26', '11-27', '11-28', '11-29'],
  )
  const [morning, evening] = ['vakt-2026-11-27T021500Z.tar.gz', 'vakt-2026-11-27T201500Z.tar.gz']
  assert.deepEqual(backupsToRemove([evening, morning], { daily: 7, weekly: 0 }), [morning])
  const others = ['vakt-before-upgrade.tar.gz', 'vakt-2026-11-01.tar.gz', 'vakt-2026-13-01T021500Z.tar.gz', `${morning}.partial`]
  assert.deepEqual(backupsToRemove([...others, evening], { daily: 1, weekly: 0 }), [])
})

test('backups of long ago stay when no new ones are made', () => {
  const names = ['vakt-2020-01-01T021500Z.tar.gz', 'vakt-2019-12-31T021500Z.tar.gz', 'vakt-2019-06-01T021500Z.tar.gz']
  assert.deepEqual(backupsToRemove(names, { daily: 2, weekly: 1 }), ['vakt-2019-06-01T021500Z.tar.gz'])
  assert.deepEqual(backupsToRemove(names, { daily: 0, weekly: 0 }), names.slice(1))
})
