/**
 * The approval that counts for the occurrence `o` of the window `w`. A window waits as a whole, or the extension of one of its occurrences does: then
 * the others are approved as they were.
 */
export const approvalOfOccurrence = `(case when w.approval = 'waiting' and o.approved_ends_at is null and exists (
  select from service_window_occurrence x where x.customer_id = o.customer_id and x.window_id = o.window_id
    and x.approved_ends_at is not null and x.settled_at is null) then 'approved' else w.approval end)`

/** Until when it holds where it holds at all: while its extension waits, as long as was approved. */
export const heldUntil = "(case when w.approval = 'waiting' then coalesce(o.approved_ends_at, o.ends_at) else o.ends_at end)"
