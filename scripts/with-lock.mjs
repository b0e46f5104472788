import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cache, Stop, say } from './project.mjs'

/** Two commands started at once must not install or build in the same folder; the lock of a killed one is taken over. */
export async function withLock(name, work) {
  const file = join(cache, `${name}.lock`)
  try {
    await mkdir(cache, { recursive: true })
    for (let hasSaid = false; !(await take(file)); await wait(250)) {
      if (!hasSaid) say(`Another command is at work here (${name}), waiting for it…`)
      hasSaid = true
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error
    throw new Stop(`Vakt cannot write to its own folder ${cache} (${error.code}): run it as the user who owns the folder.`)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder && holder !== process.pid && isAlive(holder)) return false
  await rm(file, { force: true })
  return false
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
