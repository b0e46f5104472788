import type { FieldError, Granter } from '@vakt/contract/errors.ts'
import type { FeatureKey } from '@vakt/contract/features.ts'

/** What a verb or the door refuses, with the answer it leads to. Everything else that is thrown is a fault of ours. */
export abstract class Refusal extends Error {
  abstract readonly status: number
  readonly errors: FieldError[]
  constructor(errors: FieldError[]) {
    super(errors.map(({ message }) => message).join(' '))
    this.errors = errors
  }
}

const about = (property: string, message: string, key: string): FieldError[] => [{ property, message, message_translation_key: key }]

export class Invalid extends Refusal {
  readonly status = 400
  static field(property: string, message: string, key: string): Invalid {
    return new Invalid(about(property, message, key))
  }
}

export class NotSignedIn extends Refusal {
  readonly status = 401
  constructor(message = 'Sign in first.', key = 'error.not_signed_in') {
    super(about('', message, key))
  }
}

/** The sign-in is valid, but an administrator has disabled the account; these can enable it. */
export class AccountDisabled extends Refusal {
  readonly status = 401
  readonly grantedBy: readonly Granter[]
  constructor(grantedBy: readonly Granter[] = []) {
    super(about('', 'This account is disabled. An administrator can enable it again.', 'error.account_disabled'))
    this.grantedBy = grantedBy
  }
}

/** The customer has left: its people, tokens and machines reach nothing until it is opened again. */
export class CustomerClosed extends Refusal {
  readonly status = 403
  constructor() {
    super(
      about(
        '',
        'This customer is closed in Vakt. Nothing is received or shown until the provider opens it again.',
        'error.customer_closed',
      ),
    )
  }
}

export class Forbidden extends Refusal {
  readonly status = 403
  readonly grantedBy: readonly Granter[]
  /** Any one of the missing features would be enough. */
  constructor(missing: readonly FeatureKey[] = [], grantedBy: readonly Granter[] = []) {
    super(
      missing.length > 0
        ? missing.flatMap((key) => about(key, `This needs the permission ${key}.`, 'error.forbidden_feature'))
        : about('', 'You do not have permission to do this.', 'error.forbidden'),
    )
    this.grantedBy = grantedBy
  }
}

/** The caller may do it, but only signed in, or with a token that holds more. */
export class NotWithApiToken extends Refusal {
  readonly status = 403
  constructor() {
    super(about('', 'An API token cannot do this. Sign in to the portal instead.', 'error.not_with_api_token'))
  }
}

/** There is no provider yet, so no user can belong to a customer. */
export class NotSetUp extends Refusal {
  readonly status = 403
  constructor() {
    super(about('', "This Vakt is not set up yet. Open the set-up address from the server's log.", 'error.not_set_up'))
  }
}

/** Staff look through the eyes of someone else, and may change nothing meanwhile. */
export class ViewingOnly extends Refusal {
  readonly status = 403
  constructor() {
    super(about('', 'You are viewing as another user and cannot change anything. Stop viewing first.', 'error.viewing_only'))
  }
}

/** Also the answer for what exists but is another customer's. */
export class NotFound extends Refusal {
  readonly status = 404
  constructor() {
    super(about('', 'It does not exist, or you do not have access.', 'error.not_found'))
  }
}

/** The key came before, with another request. */
export class IdempotencyKeyReused extends Refusal {
  readonly status = 422
  constructor() {
    const message = 'This Idempotency-Key was used for another request before. Send each request with a key of its own.'
    super(about('idempotency-key', message, 'error.idempotency_key_reused'))
  }
}

/** Someone else changed it first. */
export class Conflict extends Refusal {
  readonly status = 409
  static field(property: string, message: string, key: string): Conflict {
    return new Conflict(about(property, message, key))
  }
}

/** Someone else changed it first, and this is what it became. */
export class Stale extends Conflict {
  readonly current: Record<string, unknown>
  constructor(current: Record<string, unknown>, message: string, key: string) {
    super(about('version', message, key))
    this.current = current
  }
}

export class TooLarge extends Refusal {
  readonly status = 413
  constructor(limitInBytes: number) {
    super(about('', `The body is larger than ${Math.floor(limitInBytes / 1024)} kB.`, 'error.too_large'))
  }
}

export class TooMany extends Refusal {
  readonly status = 429
  readonly retryAfterInSeconds: number
  constructor(retryAfterInSeconds: number) {
    super(about('', `Too many requests. Try again in ${retryAfterInSeconds} s.`, 'error.too_many'))
    this.retryAfterInSeconds = retryAfterInSeconds
  }
}

/** Passing trouble on our side: the one answer after which every sender tries again. */
export class Unavailable extends Refusal {
  readonly status = 503
  readonly retryAfterInSeconds: number
  /** `cause` is the fault that is logged; without one it is an expected refusal. */
  constructor(retryAfterInSeconds = 5, cause?: unknown) {
    super(about('', 'The portal cannot answer right now. Try again in a moment.', 'error.unavailable'))
    this.retryAfterInSeconds = retryAfterInSeconds
    if (cause !== undefined) this.cause = cause
  }
}
