import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { listProcessesOf } from './processes-of-folder.mjs'

// Started by test-run-folder.mjs with the folders of a run: waits until that process has ended, in whatever way, and then cleans up after it.
const folders = [...new Set(process.argv.slice(2))]
const listProcesses = () => folders.flatMap(listProcessesOf)
const gracePeriodMs = 5000

function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** Databases last, and at first by SIGQUIT, upon which they give back their shared memory. */
async function endProcesses() {
  const start = performance.now()
  for (let found = listProcesses(); found.length > 0; found = listProcesses()) {
    const others = found.filter(({ program }) => !program.endsWith('/postgres'))
    const signal = performance.now() - start < gracePeriodMs ? 'SIGQUIT' : 'SIGKILL'
    for (const { pid } of others) kill(pid, 'SIGKILL')
    if (others.length === 0) for (const { pid } of found) kill(pid, signal)
    await wait(100)
  }
}

process.stdin.resume()
process.stdin.on('end', async () => {
  await endProcesses()
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})
