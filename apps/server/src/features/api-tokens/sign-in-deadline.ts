export type ApiTokenSettings = {
  /** A token stops working when its owner has not signed in for so many days: people who left their company lose access. */
  ownerSignInDays: number
}

/** Until when the tokens of a user who was last seen then work, unless they sign in again. */
export const signInDeadline = (lastSeenAt: Date, { ownerSignInDays }: ApiTokenSettings): Date =>
  new Date(lastSeenAt.getTime() + ownerSignInDays * 86_400_000)
