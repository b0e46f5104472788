// Apart from the calls: the addresses of screens are read by these, and every screen loads them.

/**
 * waiting: to be sent, or tried again; sending: under way; sent: the mail server or provider took it; delivered: the provider reports that it is
 * on the phone, or that someone answered the call; unknown: the connection or Vakt broke off after it was handed over, so it may have arrived;
 * failed: not sent or not delivered, and not tried again; kept: neither mail server nor provider is configured; held: over the cap of its address or number;
 * summarised: part of a summary instead.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'delivered', 'unknown', 'failed', 'kept', 'held', 'summarised'] as const
/** The ways to reach people, set up for all customers. */
export const channelNames = ['mail', 'sms', 'voice'] as const
export type ChannelName = (typeof channelNames)[number]
/** Chats whose channels customers give the addresses of. */
export const chatServices = ['teams', 'slack'] as const
export type ChatService = (typeof chatServices)[number]
/** How a person can be paged. */
export const contactChannels = [...channelNames, 'push'] as const
export type ContactChannel = (typeof contactChannels)[number]
export const deliveryChannels = [...contactChannels, ...chatServices] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export type DeliveryState = (typeof deliveryStates)[number]
