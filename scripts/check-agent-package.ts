/** What a file of a package must be; `null`: any content. */
type Kind = 'ELF x64' | 'ELF arm64' | 'PE x64' | null

const common = { 'agent.mjs': null, LICENSE: null, 'LICENSE.node': null, 'LICENSE.re2js': null } satisfies Record<string, Kind>
const linux = { ...common, 'install.sh': null, 'allow.sh': null, 'vakt-agent.service': null } satisfies Record<string, Kind>

const wanted: Record<string, Record<string, Kind>> = {
  'linux-x64': { ...linux, node: 'ELF x64' },
  'linux-arm64': { ...linux, node: 'ELF arm64' },
  'win-x64': {
    ...{
      ...common,
      'install.ps1': null,
      'node.exe': 'PE x64',
      'node_modules/koffi/package.json': null,
      'node_modules/koffi/index.cjs': null,
      'node_modules/koffi/LICENSE.txt': null,
      'node_modules/koffi/src/koffi/index.cjs': null,
      'node_modules/koffi/src/koffi/src/static.cjs': null,
    },
    ...{ 'node_modules/@koromix/koffi-win32-x64/win32_x64/koffi.node': 'PE x64' },
  },
}

/** The agreed size of a package. */
const maxBytes = 40_000_000

/** For which system and processor a program or library is, by its header. */
export function kindOfProgram(content: Buffer): string {
  if (content.length > 0x40 && content.readUInt32BE(0) === 0x7f454c46) {
    const machine = content.readUInt16LE(18)
    return `ELF ${machine === 0x3e ? 'x64' : machine === 0xb7 ? 'arm64' : machine}`
  }
  if (content.length > 0x40 && content.toString('latin1', 0, 2) === 'MZ') {
    const header = content.readUInt32LE(0x3c)
    if (header + 6 > content.length) return 'not whole'
    const machine = content.readUInt16LE(header + 4)
    return `PE ${machine === 0x8664 ? 'x64' : machine}`
  }
  return 'no program'
}

/** The names in a ZIP archive, by its directory. */
export function listZip(archive: Buffer): string[] {
  const end = archive.length - 22
  const names: string[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = archive.readUInt16LE(at + 28)
    names.push(archive.toString('utf8', at + 46, at + 46 + length))
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return names
}

type Packed = { files: { name: string; content: Buffer }[]; listed: readonly string[]; bytes: number }

/** What is wrong with a package: files that are missing or for another processor, what its archive leaves out, its size. */
export function problemsOfPackage(target: string, { files, listed, bytes }: Packed): string[] {
  const contents = new Map(files.map(({ name, content }) => [name.replace('vakt-agent/', ''), content]))
  const wrong = Object.entries(wanted[target] ?? {}).flatMap(([name, kind]) => {
    const content = contents.get(name)
    if (!content || content.length === 0) return [`${name} is missing`]
    const found = kind === null ? null : kindOfProgram(content)
    return found === kind ? [] : [`${name} is ${found}, not ${kind}`]
  })
  const packed = new Set(listed)
  const left = files.filter(({ name }) => !packed.has(name)).map(({ name }) => `${name} is not in the archive`)
  const size = bytes > maxBytes ? [`the archive has ${(bytes / 1e6).toFixed(1)} MB, more than ${maxBytes / 1e6} MB`] : []
  return [...wrong, ...left, ...size]
}
