/** What `reg query … /v MachineGuid` wrote; '' where it is not there. */
export const parseMachineGuid = (text: string): string => /REG_SZ\s+([0-9A-Fa-f-]{36})/.exec(text)?.[1] ?? ''

/** The bytes that `netstat -e` wrote: the first line with two numbers, whatever the language of Windows. */
export function parseNetstat(text: string): { received: number; sent: number } {
  const [, received = '0', sent = '0'] = /^\D*?(\d+)\s+(\d+)\s*$/m.exec(text) ?? []
  return { received: Number(received), sent: Number(sent) }
}
