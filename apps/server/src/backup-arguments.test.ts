import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBackupArguments, readRestoreArguments } from './backup-arguments.ts'

test('a backup goes into a file, or into a folder of which the newest are kept', () => {
  assert.deepEqual(readBackupArguments(['--to', '/b/x.tar.gz', '--without-bucket']), {
    ...{ target: { file: '/b/x.tar.gz' }, keep: null, copyWith: null, isWithoutBucket: true },
  })
  assert.deepEqual(readBackupArguments(['--to-folder', '/b', '--keep-weekly', '4', '--copy-with', '/c']), {
    ...{ target: { folder: '/b' }, keep: { daily: 0, weekly: 4 }, copyWith: '/c', isWithoutBucket: false },
  })
})

test('other options are refused with the usage', () => {
  for (const args of [
    [],
    ['--to', ''],
    ['--to', 'x', '--keep-daily', '1'],
    ['--to', 'x', '--to-folder', 'y'],
    ['--to-folder', 'y', '--keep-daily', '0'],
    ['--to-folder', 'y', '--keep-weekly', 'all'],
    ['--to-folder', 'y', '--copy-with', ''],
    ['--to-folder', 'y', '--keep-monthly', '1'],
  ])
    assert.throws(() => readBackupArguments(args), /^BackupRefused|Use it as: .*backup/, args.join(' '))
  assert.throws(() => readRestoreArguments(['--from', 'x', '--database-url', '']), /Use it as: .*restore/)
})
