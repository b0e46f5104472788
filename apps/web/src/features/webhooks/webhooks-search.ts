export type WebhooksSearch = {
  /** The webhook whose details are open, or `new`. */
  webhook?: string
}

export function webhooksSearch({ webhook }: Record<string, unknown>): WebhooksSearch {
  return typeof webhook === 'string' && webhook !== '' ? { webhook: webhook.slice(0, 40) } : {}
}
