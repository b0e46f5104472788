import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { agentVersion } from './agent-version.ts'
import { lineToInstall } from './install-line.ts'

const installation = {
  ...{ platform: 'linux' as const, file: 'vakt-agent-linux-x64.tar.xz', sha256: 'ab'.repeat(32) },
  ...{ folderUrl: 'https://vakt.example/agent/v1/package', server: 'https://vakt.example', token: 'vakt_enr_x-Y_z' },
}

test('the line to paste compares the checksum before it opens anything', () => {
  const line = lineToInstall(installation)
  assert.match(
    line,
    /^curl .*\/vakt-agent-linux-x64\.tar\.xz && echo '(ab){32} {2}vakt-agent-linux-x64\.tar\.xz' \| sha256sum -c - && tar .*install\.sh$/,
  )
  assert.ok(!line.includes('\n'))
  const windows = lineToInstall({ ...installation, platform: 'windows', file: 'vakt-agent-win-x64.zip' })
  assert.ok(windows.indexOf('throw') < windows.indexOf('Expand-Archive'))
  assert.match(windows, /^& \{ \$ErrorActionPreference = 'Stop'; .* \}$/, 'what fails ends the line, and settings of the user stay')
})

test('nothing that a shell would read gets into the line', () => {
  for (const server of ['https://x.example/$(reboot)', "https://x.example'", 'https://x.example;id', 'https://x.example a', '`id`'])
    for (const platform of ['linux', 'windows'] as const) assert.throws(() => lineToInstall({ ...installation, platform, server }))
})

test('the agent has the version of the release', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  assert.equal(agentVersion, version)
})
