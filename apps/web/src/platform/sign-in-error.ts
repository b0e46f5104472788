export class SignInError extends Error {
  code: string
  /** What the provider says of it, in its own words. */
  description: string
  /** Where the user was going when a silent redirect failed. */
  returnTo: string | undefined
  constructor(code: string, message: string, options: ErrorOptions & { returnTo?: string | undefined; description?: string } = {}) {
    super(message, options)
    this.name = 'SignInError'
    this.code = code
    this.returnTo = options.returnTo
    this.description = options.description ?? ''
  }
}

/** Microsoft's word, and everyone else's, for "no one is signed in at the provider". */
export const isSilentFailure = (error: unknown): boolean =>
  /AADSTS50058/.test(String((error as Error | undefined)?.message)) || (error instanceof SignInError && error.code === 'login_required')
