import type { Candidate } from './decide-hold.ts'

type Approval = Candidate['approval']

/** Who changes a window. Users of its customer, who could approve it, need not be asked; staff and tokens could not. */
type Changing = { isStaff: boolean; couldApprove: boolean }

type Wanted = {
  /** What staff say. Of others it is not asked. */
  needsApproval: boolean
  /** Neither its times nor its scope are others. */
  isSame: boolean
  /** The occurrence that lasts ends at another time by this change. */
  isEndRewritten: boolean
}

type Before = { approval: Approval; occurrences: readonly { approvedEndsAt: number | null; isSettled?: boolean }[] }

/** `keepsExtension`: an extension that waits for its answer goes on to do so. */
export type ChangedApproval = { approval: Approval; keepsExtension: boolean }

/**
 * What approval a window has after a change; undefined: the change is refused, since staff cannot take back that its customer decides. What was
 * approved is approved as it was.
 */
export function approvalAfterChange(
  { approval: before, occurrences }: Before,
  { isStaff, couldApprove }: Changing,
  { needsApproval, isSame, isEndRewritten }: Wanted,
): ChangedApproval | undefined {
  const isExtensionAsked = before === 'waiting' && occurrences.some((one) => !one.isSettled && one.approvedEndsAt !== null)
  if (isStaff && !needsApproval) return before === null ? { approval: null, keepsExtension: false } : undefined
  if (!isStaff && (before === null || couldApprove))
    return isExtensionAsked && isEndRewritten ? { approval: 'approved', keepsExtension: false } : { approval: before, keepsExtension: true }
  return before !== null && isSame ? { approval: before, keepsExtension: true } : { approval: 'waiting', keepsExtension: false }
}

type Ongoing = { endsAt: number; plannedEndsAt: number; approvedEndsAt: number | null }

/**
 * Until when an occurrence is approved whose end is moved to `endsAt`, where that has to be approved too; null where it has not. One that as a whole
 * waits for an approval, or was refused, holds nothing anyway.
 */
export function approvedEndOf(
  { endsAt: end, plannedEndsAt, approvedEndsAt }: Ongoing,
  { approval, couldApprove, endsAt }: { approval: Approval; couldApprove: boolean; endsAt: number },
): number | null {
  const isApproved = approval === 'approved' || (approval === 'waiting' && approvedEndsAt !== null)
  if (!isApproved || couldApprove) return null
  const until = approvedEndsAt ?? Math.max(end, plannedEndsAt)
  return endsAt > until ? until : null
}

/** Where the occurrence that lasts ends after a change of its window; null: as before. One that starts once ends where its start was moved. */
export function endAfterChange(
  startsAt: number,
  { isMoved, isOtherDuration, durationInSeconds }: { isMoved: boolean; isOtherDuration: boolean; durationInSeconds: number },
  now: number,
): number | null {
  if (isMoved) return now
  return isOtherDuration ? Math.max(startsAt + durationInSeconds * 1000, now) : null
}
