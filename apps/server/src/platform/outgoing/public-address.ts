import { BlockList, isIP } from 'node:net'

const blocks = (family: 'ipv4' | 'ipv6', networks: string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const special4 = blocks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
const global6 = blocks('ipv6', ['2000::/3'])
// Within it: what carries an IPv4 address along (Teredo, 6to4), and what is set aside for documentation and protocols.
const special6 = blocks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is one of the open internet: not this machine, a network of one's own, or a tunnel that could lead there. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  // A scope, as in fe80::1%eth0, belongs to a link.
  if (family !== 6 || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** Ports of other protocols, of which a request could be mistaken for a command. */
const otherProtocols = new Set([1433, 1521, 2375, 2376, 3306, 3389, 5432, 5900, 6379, 6667, 9200, 11211, 27017])

export type UrlProblem = 'not_a_url' | 'not_https' | 'has_credentials' | 'port' | 'private_address'

/** What is wrong with an address that someone gave us to call, as far as it shows without asking the DNS; null when nothing is. */
export function findUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): UrlProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname) return 'not_a_url'
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'not_https'
  if (url.username || url.password) return 'has_credentials'
  if (allowPrivate) return null
  const port = Number(url.port || 443)
  if (port !== 443 && (port < 1024 || otherProtocols.has(port))) return 'port'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)) return 'private_address'
  return null
}
