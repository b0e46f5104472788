/** A package of the agent, where it is, and with what the machine enrols. */
export type Installation = {
  platform: 'linux' | 'windows'
  file: string
  sha256: string
  /** The folder of the packages, and the address of Vakt. */
  folderUrl: string
  server: string
  token: string
}

/** Values that stand in a line to be pasted hold nothing that a shell would read; whatever does is refused. */
function plain(value: string): string {
  if (!/^[\w.:/[\]-]+$/.test(value)) throw new Error(`This cannot stand in a line for a shell: ${value}`)
  return value
}

function lineForShell({ file, sha256, folderUrl, server, token }: Installation): string {
  return [
    `curl -fsSLO ${plain(folderUrl)}/${plain(file)}`,
    `echo '${plain(sha256)}  ${file}' | sha256sum -c -`,
    `tar -xJf ${file}`,
    `sudo VAKT_AGENT_SERVER=${plain(server)} VAKT_AGENT_TOKEN=${plain(token)} sh vakt-agent/install.sh`,
  ].join(' && ')
}

/** In a block with settings of its own: what fails ends the line, so that no script of an earlier download runs; a shown progress makes downloads slow. */
function lineForPowerShell({ file, sha256, folderUrl, server, token }: Installation): string {
  const steps = [
    `$ErrorActionPreference = 'Stop'`,
    `$ProgressPreference = 'SilentlyContinue'`,
    `[Net.ServicePointManager]::SecurityProtocol = 'Tls12'`,
    `$f = "$env:TEMP\\${plain(file)}"`,
    `Invoke-WebRequest -UseBasicParsing ${plain(folderUrl)}/${file} -OutFile $f`,
    `if ((Get-FileHash $f).Hash -ne '${plain(sha256)}') { throw 'The checksum does not match.' }`,
    `Expand-Archive -Force $f $env:TEMP`,
    `powershell -ExecutionPolicy Bypass -File "$env:TEMP\\vakt-agent\\install.ps1" -Server ${plain(server)} -Token ${plain(token)}`,
  ]
  return `& { ${steps.join('; ')} }`
}

/**
 * One line that fetches a package, compares it with the checksum that stands in the line itself, and only then opens it, installs the agent
 * and enrols the machine. For a shell of Linux, or for a PowerShell of an administrator.
 */
export const lineToInstall = (installation: Installation): string =>
  installation.platform === 'windows' ? lineForPowerShell(installation) : lineForShell(installation)
