import { texts } from '#web/platform/texts.ts'

export const installAgentTexts = texts(
  {
    loadFailed: 'We could not load the installation command',
    noPackages:
      'This portal has no agent packages yet. Those who run it build them with npm run build-agent in its folder on the server; the installation command and the downloads then appear here.',
    machine: 'The machine runs',
    systems: { linux: 'Linux', windows: 'Windows' },
    lines: { linux: 'Command for a shell', windows: 'Command for PowerShell as administrator' },
    limits:
      'The command downloads the agent, checks its checksum, installs it as a service and enrols the machine. The agent only makes requests to this portal, and acts on nothing unless the machine allows it.',
    downloads: (version: string) => `Downloads of agent ${version}`,
    size: (megabytes: number) => `${megabytes} MB`,
    checkBefore: 'Check a download by: ',
    signature: 'its signature',
    signingKey: 'the signing key',
  },
  {
    loadFailed: 'Det gick inte att hämta installationskommandot',
    noPackages:
      'Den här portalen har inga agentpaket än. Den som driver den bygger dem med npm run build-agent i dess mapp på servern, så visas installationskommandot och nedladdningarna här.',
    machine: 'Maskinen kör',
    systems: { linux: 'Linux', windows: 'Windows' },
    lines: { linux: 'Kommando för terminalen', windows: 'Kommando för PowerShell som administratör' },
    limits:
      'Kommandot laddar ned agenten, kontrollerar kontrollsumman, installerar den som tjänst och ansluter maskinen. Agenten gör bara anrop till den här portalen och ändrar inget som maskinen inte tillåter.',
    downloads: (version) => `Ladda ned agent ${version}`,
    size: (megabytes) => `${megabytes} MB`,
    checkBefore: 'Kontrollera en nedladdning med: ',
    signature: 'signaturen',
    signingKey: 'signeringsnyckeln',
  },
)
