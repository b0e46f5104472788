export type ServiceTokensSearch = {
  /** The token whose details are open, or `new`. */
  token?: string
}

export function serviceTokensSearch({ token }: Record<string, unknown>): ServiceTokensSearch {
  return typeof token === 'string' && token !== '' ? { token: token.slice(0, 40) } : {}
}
