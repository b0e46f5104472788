// Apart from the calls: the addresses of screens are read by these, and every screen loads them.

/**
 * waiting: to be sent, or tried again; sending: under way; sent: the mail server took it; unknown: the connection or Vakt broke off after
 * the mail was handed over, so it may have arrived; failed: not sent, and not tried again; kept: no mail server is configured; held: over the cap of an
 * hour; summarised: part of a summary instead.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'unknown', 'failed', 'kept', 'held', 'summarised'] as const
export type DeliveryState = (typeof deliveryStates)[number]
