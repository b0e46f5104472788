/** An account of the embedded provider. Anyone who reaches the account page may choose it: there is no password. */
export type DemoAccount = {
  subject: string
  name: string
  email: string
  roles: string[]
  initials: string
  /** Of a person who was invited, rather than of the demo content. */
  isReal?: true
  /** Where the account belongs and what it may do, in one line. */
  caption: { en: string; sv: string }
}
