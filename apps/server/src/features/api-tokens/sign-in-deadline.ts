export type ApiTokenSettings = {
  /** A token stops working when its owner has not signed in for so many days: whoever left their company keeps no way in. */
  ownerSignInDays: number
}

/** Until when the tokens of somebody who was last seen then work, unless they sign in again. */
export const signInDeadline = (lastSeenAt: Date, { ownerSignInDays }: ApiTokenSettings): Date =>
  new Date(lastSeenAt.getTime() + ownerSignInDays * 86_400_000)
