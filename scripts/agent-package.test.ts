import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { kindOfProgram, listZip, problemsOfPackage } from './check-agent-package.ts'
import { stripElf } from './strip-elf.ts'
import { writeZip } from './write-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'vakt-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a program without its symbols is smaller and runs', { skip: process.platform !== 'linux' }, () => {
  const program = readFileSync(process.execPath)
  const stripped = stripElf(program)
  assert.ok(stripped.length <= program.length)
  const file = join(folder, 'node')
  writeFileSync(file, stripped)
  chmodSync(file, 0o755)
  assert.equal(execFileSync(file, ['-p', '6 * 7'], { encoding: 'utf8' }), '42\n')
  assert.throws(() => stripElf(Buffer.from('MZ and much more than a few bytes, as a program of Windows has it')), /no 64-bit program/)
  assert.throws(() => stripElf(program.subarray(0, 5000)), /not whole/)
})

test('an archive for Windows holds its files whole, by names with forward slashes, and the same files make the same archive', () => {
  const entries = [
    { name: 'vakt-agent/agent.mjs', content: Buffer.from('one '.repeat(1000)) },
    { name: 'vakt-agent/node_modules/å.txt', content: Buffer.alloc(0) },
  ]
  const zip = writeZip(entries)
  assert.ok(zip.equals(writeZip(entries)))
  const end = zip.subarray(-22)
  assert.deepEqual([end.readUInt32LE(0), end.readUInt16LE(10)], [0x06054b50, 2])
  let at = end.readUInt32LE(16)
  for (const { name, content } of entries) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50)
    const nameLength = zip.readUInt16LE(at + 28)
    assert.equal(zip.toString('utf8', at + 46, at + 46 + nameLength), name)
    const start = zip.readUInt32LE(at + 42)
    assert.equal(zip.readUInt32LE(start), 0x04034b50)
    const data = start + 30 + zip.readUInt16LE(start + 26)
    assert.deepEqual(inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(at + 20))), content)
    at += 46 + nameLength
  }
})

/** The beginning of a program for Linux or Windows, as far as its kind is read. */
function headerOf(system: 'ELF' | 'PE', machine: number): Buffer {
  const header = Buffer.alloc(256)
  header.write(system === 'ELF' ? '\x7fELF' : 'MZ', 'latin1')
  if (system === 'PE') header.writeUInt32LE(128, 0x3c)
  header.writeUInt16LE(machine, system === 'ELF' ? 18 : 132)
  return header
}

test('a package must have its installer, its program for the right processor and all of its files in the archive, within 40 MB', () => {
  assert.equal(kindOfProgram(headerOf('ELF', 0x3e)), 'ELF x64')
  assert.equal(kindOfProgram(headerOf('PE', 0x8664)), 'PE x64')
  assert.equal(kindOfProgram(Buffer.from('#!/bin/sh')), 'no program')
  assert.equal(kindOfProgram(readFileSync(process.execPath)).split(' ')[1], process.arch)
  const names = ['LICENSE', 'LICENSE.node', 'LICENSE.re2js', 'agent.mjs', 'allow.sh', 'install.sh', 'vakt-agent.service']
  const files = [...names.map((name) => [name, Buffer.from(name)] as const), ['node', headerOf('ELF', 0xb7)] as const].map(
    ([name, content]) => ({ name: `vakt-agent/${name}`, content }),
  )
  const listed = files.map(({ name }) => name)
  assert.deepEqual(problemsOfPackage('linux-arm64', { files, listed, bytes: 26_000_000 }), [])
  assert.deepEqual(problemsOfPackage('linux-x64', { files, listed, bytes: 26_000_000 }), ['node is ELF arm64, not ELF x64'])
  assert.deepEqual(problemsOfPackage('linux-arm64', { files: files.slice(1), listed: listed.slice(2), bytes: 41_000_000 }), [
    'LICENSE is missing',
    'vakt-agent/LICENSE.node is not in the archive',
    'the archive has 41.0 MB, more than 40 MB',
  ])
  const zip = writeZip([{ name: 'vakt-agent/agent.mjs', content: Buffer.from('one') }])
  assert.deepEqual(listZip(zip), ['vakt-agent/agent.mjs'])
  assert.equal(problemsOfPackage('win-x64', { files: [], listed: listZip(zip), bytes: 1 }).length, 12)
})
