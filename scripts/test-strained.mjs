import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPinnedNode, root, runMain, Stop, say } from './project.mjs'
import { runProgram } from './run-program.mjs'

/**
 * The node and process tests on a machine that is busy or slow, or at an hour that is rare. Run on request, not on CI:
 *   npm run test-strained -- busy [WORD…]    beside four busy loops
 *   npm run test-strained -- slow [WORD…]    with a fifth of the processors (Linux, as root)
 *   npm run test-strained -- clock [WORD…]   with the clock of all processes, the database's included, just before each of the moments below
 * Further words choose files, as for `npm test`.
 */
const moments = {
  'the end of an hour': ({ year, month, day }) => Date.UTC(year, month, day, 12, 58),
  'the end of a day': ({ year, month, day }) => Date.UTC(year, month, day, 23, 58),
  'the end of a month': ({ year, month }) => Date.UTC(year, month + 1, 1) - 2 * 60_000,
  'the end of 28 February': () => Date.UTC(2027, 1, 28, 23, 58),
  'the end of 29 February': () => Date.UTC(2028, 1, 29, 23, 58),
  'summer time begins in Stockholm': () => Date.UTC(2027, 2, 28, 0, 58),
  'summer time ends in Stockholm': () => Date.UTC(2027, 9, 31, 0, 58),
}

const fakeTime = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '']
  .map((triplet) => join('/usr/lib', triplet, 'faketime', 'libfaketimeMT.so.1'))
  .find(existsSync)

const runTests = async (words, env = {}) =>
  (await runProgram(findPinnedNode(), [join(root, 'scripts', 'test.mjs'), 'server', ...words], { env })).code

async function runBusy(words) {
  const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    return await runTests(words)
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

/** A group of processes in which all of them together have a fifth of the processors; version 2 of cgroups, or 1. */
function limitProcessors() {
  const periodUs = 100_000
  const quotaUs = Math.round((availableParallelism() * periodUs) / 5)
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const parent = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu'
  const group = join(parent, `vakt-tests-${process.pid}`)
  try {
    mkdirSync(group)
    if (isUnified) writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`)
    else writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs))
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid))
  } catch (error) {
    throw new Stop(`The processors cannot be limited here (${error.message}): it takes Linux with cgroups, and root.`)
  }
  return () => {
    writeFileSync(join(parent, 'cgroup.procs'), String(process.pid))
    return removeGroup(group)
  }
}

const mostTries = 100

/** A process that has just ended is in its group for a moment more. */
async function removeGroup(group) {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmdirSync(group)
    } catch (error) {
      if (error.code !== 'EBUSY' || tries === mostTries) throw error
      await wait(100)
    }
  }
}

async function runSlow(words) {
  const end = limitProcessors()
  try {
    return await runTests(words)
  } finally {
    await end()
  }
}

async function runAtMoments(words) {
  if (!fakeTime) throw new Stop('The clock is shifted by libfaketime: install the package faketime (Debian, Ubuntu).')
  const failed = []
  for (const [name, momentOf] of Object.entries(moments)) {
    const now = new Date()
    const at = momentOf({ year: now.getUTCFullYear(), month: now.getUTCMonth(), day: now.getUTCDate() })
    say(`\n${name}: ${new Date(at).toISOString()}`)
    const seconds = Math.round((at - now.getTime()) / 1000)
    // A difference, so that every process agrees, and time goes on.
    const env = { LD_PRELOAD: fakeTime, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    if ((await runTests(words, env)) !== 0) failed.push(name)
  }
  say(failed.length > 0 ? `\nfailed at: ${failed.join(', ')}` : '\npassed at all moments')
  return failed.length
}

const strains = { busy: runBusy, slow: runSlow, clock: runAtMoments }

await runMain(() => {
  const [strain, ...words] = process.argv.slice(2)
  const run = strains[strain]
  if (!run) throw new Stop(`Say which: ${Object.keys(strains).join(', ')}. Further words choose test files.`)
  return run(words)
})
