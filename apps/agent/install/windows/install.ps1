# Installs the Vakt agent from this folder as a service of Windows, or replaces an installed version, and enrols the machine.
#   powershell -ExecutionPolicy Bypass -File install.ps1 -Server https://vakt.example.com -Token vakt_enr_...
# Server and token are needed once. Run it as administrator.
param([string]$Server = '', [string]$Token = '')
$ErrorActionPreference = 'Stop'
$name = 'VaktAgent'
$program = Join-Path $env:ProgramFiles 'Vakt Agent'
$state = Join-Path $env:ProgramData 'Vakt Agent'
$here = Split-Path -Parent $MyInvocation.MyCommand.Path
$system = Join-Path $env:SystemRoot 'System32'

function Invoke-Checked([string]$file, [string[]]$words) {
  & $file @words | Out-Host
  if ($LASTEXITCODE -ne 0) { throw "$file $($words -join ' ') ended with $LASTEXITCODE." }
}

$identity = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
if (-not $identity.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) { throw 'Run this as administrator.' }
if (-not [Environment]::Is64BitOperatingSystem) { throw 'The agent needs Windows with 64 bits.' }
if (-not (Test-Path (Join-Path $here 'node.exe'))) { throw 'node.exe is missing beside install.ps1: expand the whole archive.' }

$node = Join-Path $program 'node.exe'
$agent = Join-Path $program 'agent.mjs'
$service = Get-Service -Name $name -ErrorAction SilentlyContinue
if ($service -and $service.Status -ne 'Stopped') { Stop-Service -Name $name -Force }
# A service is stopped a moment before its process ends, and node.exe cannot be replaced until then.
Get-Process -Name 'node' -ErrorAction SilentlyContinue | Where-Object { $_.Path -eq $node } | Wait-Process -Timeout 30

New-Item -ItemType Directory -Force $program, $state | Out-Null
# S-1-5-18 is SYSTEM and S-1-5-32-544 the administrators, in every language of Windows. Nobody else may read the key of the machine.
Invoke-Checked (Join-Path $system 'icacls.exe') @($state, '/inheritance:r', '/grant:r', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', '/Q')
# What may be acted on stands beside the program and is not replaced.
Get-ChildItem $here | Where-Object { $_.Name -ne 'allow.json' } | Copy-Item -Destination $program -Recurse -Force
$allow = Join-Path $program 'allow.json'
if (-not (Test-Path $allow)) { [IO.File]::WriteAllText($allow, "{}`r`n") }
Invoke-Checked (Join-Path $system 'icacls.exe') @($program, '/inheritance:r', '/grant:r', '*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', '*S-1-5-32-545:(OI)(CI)RX', '/Q')

if ($Token) {
  $env:VAKT_AGENT_SERVER = $Server
  $env:VAKT_AGENT_TOKEN = $Token
  try { Invoke-Checked $node @('--use-system-ca', $agent, 'enrol') }
  catch {
    # The agent that ran before runs on.
    if ($service -and (Test-Path (Join-Path $state 'enrolment.json'))) { Start-Service -Name $name }
    throw
  }
  finally { Remove-Item 'Env:VAKT_AGENT_TOKEN', 'Env:VAKT_AGENT_SERVER' }
}
if (-not (Test-Path (Join-Path $state 'enrolment.json'))) { throw 'Installed, but not enrolled: give -Server and -Token.' }

if (-not $service) {
  $line = '"{0}" --max-old-space-size=64 --max-semi-space-size=1 --v8-pool-size=1 --optimize-for-size --jitless --use-system-ca "{1}" service' -f $node, $agent
  New-Service -Name $name -DisplayName 'Vakt agent' -Description 'Measures this machine and reports to Vakt.' -BinaryPathName $line -StartupType Automatic | Out-Null
  Invoke-Checked (Join-Path $system 'sc.exe') @('failure', $name, 'reset=', '86400', 'actions=', 'restart/10000/restart/60000/restart/600000')
}
Start-Service -Name $name
Write-Host "The Vakt agent runs. What it may start on this machine stands in $allow."
