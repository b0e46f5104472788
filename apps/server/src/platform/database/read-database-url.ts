import type pg from 'pg'
import type { DatabaseHost } from './primary-client.ts'

/** What comes before the hosts, the hosts, and what follows them. */
const parts = /^([a-z]+:\/\/(?:[^/@?#]*@)?)([^/?#]*)(.*)$/is

const isMalformed = 'must be an address that begins with postgres:// or postgresql://'

function readHost(text: string): DatabaseHost {
  const found = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(text)
  const port = Number(found?.[2] ?? 5432)
  if (!found?.[1] || port < 1 || port > 65_535) throw new Error(`names a host that cannot be read: "${text}"`)
  return { host: decodeURIComponent(found[1].replace(/^\[|\]$/g, '')), port }
}

/** Vakt writes, so that of several hosts it always takes the one that accepts writes. */
function followsPrimary(attributes: string | null, isList: boolean): boolean {
  if (attributes !== null && !/^(read-write|primary)$/.test(attributes))
    throw new Error('may have target_session_attrs=read-write only, as Vakt writes')
  return isList || attributes !== null
}

/**
 * Reads an address into the fields that the runtime logins share with it; several hosts, separated by commas as for libpq, into `hosts`.
 * Throws what is wrong with it, as the end of a sentence.
 */
export function readDatabaseUrl(url: string): pg.PoolConfig & { hosts?: readonly DatabaseHost[] } {
  const [, before = '', hostList = '', after = ''] = parts.exec(url) ?? []
  const isList = hostList.includes(',')
  const single = isList ? `${before}host${after}` : url
  if (!URL.canParse(single) || !/^postgres(ql)?:$/.test(new URL(single).protocol)) throw new Error(isMalformed)
  const parsed = new URL(single)
  const hosts = isList
    ? hostList.split(',').map(readHost)
    : [
        {
          host: (parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname)) || 'localhost',
          port: Number(parsed.port || parsed.searchParams.get('port') || 5432),
        },
      ]
  const sslMode = parsed.searchParams.get('sslmode')
  return {
    host: hosts[0]?.host,
    port: hosts[0]?.port,
    ...(followsPrimary(parsed.searchParams.get('target_session_attrs'), isList) && { hosts }),
    user: decodeURIComponent(parsed.username),
    ...(parsed.password && { password: decodeURIComponent(parsed.password) }),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'vakt',
    ...(sslMode && sslMode !== 'disable' ? { ssl: { rejectUnauthorized: sslMode !== 'require' } } : {}),
  }
}

/** Where the hosts are, for messages. */
export const describeHosts = ({ host, port, hosts = [{ host: host ?? '', port: port ?? 5432 }] }: ReturnType<typeof readDatabaseUrl>) =>
  hosts.map((one) => `${one.host}:${one.port}`).join(',')
