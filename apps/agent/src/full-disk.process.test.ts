import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { emptyConfiguration } from '@vakt/domain/agent-configurations/configuration.ts'
import { CommandKeeper } from './follow-commands.ts'
import { ConfigurationKeeper } from './keep-configuration.ts'
import { writeWhole } from './keep-file.ts'
import { createKey, PinnedKey } from './keys.ts'
import { Spool } from './spool.ts'
import { createSignedCommand } from './testing/signed-command.ts'

const place = mkdtempSync(join(tmpdir(), 'vakt-agent-'))
after(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }))
const version = (number: number) => ({ version: number, content: { ...emptyConfiguration, monitoredServices: [`v${number}`] } })

/** A disk of its own, which is full: only root may make one. */
function mountFullDisk(): string | null {
  const folder = mkdtempSync(join(place, 'disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  after(() => execFileSync('umount', ['-l', folder]))
  return folder
}

function fill(folder: string): void {
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2))
    try {
      writeFileSync(join(folder, `filling-${size}`), Buffer.alloc(size))
    } catch {
      // As full as that.
    }
}

test('on a full disk the agent goes on, counts what it loses, keeps its configuration and carries out nothing', async (t) => {
  const folder = mountFullDisk()
  if (!folder) return t.skip('no disk can be mounted here')
  const keeper = new ConfigurationKeeper(folder)
  await keeper.apply(version(1), async () => {})
  keeper.confirm()
  const spool = new Spool(join(folder, 'spool'))
  fill(folder)
  const at = new Date().toISOString()
  spool.put({ at, points: [{ metric: 'm', unit: null, dimensions: { filling: 'x'.repeat(300) }, value: 1 }] })
  assert.equal(spool.lost, 1)
  await keeper.apply(version(2), async () => {})
  assert.equal(keeper.state.appliedVersion, 1)
  assert.match(keeper.state.failed?.problem ?? '', /ENOSPC/)
  assert.deepEqual(new ConfigurationKeeper(folder).content.monitoredServices, ['v1'])
  const pinned = new PinnedKey(folder)
  assert.equal(pinned.follow({ customerId: '1', commandKey: 'k' }), null)
  assert.equal(pinned.current?.commandKey, 'k')

  let acted = 0
  const { config, identity, command } = createSignedCommand(createKey(), folder)
  const act = async () => {
    acted += 1
  }
  const commands = new CommandKeeper(config, { restart_systemd_unit: { stateOf: async () => 'active', act, isWanted: () => true } })
  await assert.rejects(commands.carryOut(command, identity), /ENOSPC/)
  assert.equal(acted, 0, 'what cannot be noted is not done')
})

test('on a disk with room for a part of the content, the former file stays whole', (t) => {
  const folder = mountFullDisk()
  if (!folder) return t.skip('no disk can be mounted here')
  const file = join(folder, 'configuration.json')
  writeWhole(file, 'former')
  fill(folder)
  // It filled the disk: one page of it becomes free.
  const filling = join(folder, 'filling-65536')
  truncateSync(filling, statSync(filling).size - 4096)
  assert.throws(() => writeWhole(file, 'x'.repeat(10_000)), /ENOSPC/)
  assert.equal(readFileSync(file, 'utf8'), 'former')
})

test('killed at any point while it applies configurations, the agent finds a whole one', async () => {
  const folder = mkdtempSync(join(place, 'kill-'))
  const program = `
    import { ConfigurationKeeper } from ${JSON.stringify(join(import.meta.dirname, 'keep-configuration.ts'))}
    const keeper = new ConfigurationKeeper(${JSON.stringify(folder)})
    let version = keeper.state.appliedVersion
    process.stdout.write('ready')
    for (;;) {
      version += 1
      await keeper.apply({ version, content: { ...keeper.content, monitoredServices: ['v' + version] } }, async () => {})
      if (version % 2) keeper.confirm()
    }`
  let last = 0
  for (let count = 0; count < 12; count += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    await wait(Math.random() * 40)
    child.kill('SIGKILL')
    await once(child, 'close')
    const { state, content } = new ConfigurationKeeper(folder)
    assert.deepEqual(content.monitoredServices, state.appliedVersion === 0 ? [] : [`v${state.appliedVersion}`])
    // One that is on trial, and one before it that was given up and passed over.
    assert.ok(state.appliedVersion >= last - 2, 'at most what was on trial is given up')
    last = state.appliedVersion
  }
  assert.ok(last > 0)
})
