/** Where anybody can get an address: a customer that had one of these would have half the world for its users. */
const publicMailDomains = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'hotmail.se',
  'icloud.com',
  'live.com',
  'live.se',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'outlook.se',
  'proton.me',
  'protonmail.com',
  'spray.se',
  'telia.com',
  'yahoo.com',
  'yahoo.se',
  'yandex.com',
])

export const isPublicMailDomain = (domain: string): boolean => publicMailDomains.has(domain.toLowerCase())
