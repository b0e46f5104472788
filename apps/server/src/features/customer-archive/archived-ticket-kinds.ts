import { kind } from './archive-kind.ts'

/** Without what only the provider's staff may see. */
const isOfPublicComment = `(r.comment_id is null or exists (select from ticket_comment c
  where c.customer_id = r.customer_id and c.ticket_id = r.ticket_id and c.comment_id = r.comment_id and not c.private))`

export const ticketKinds = [
  kind('tickets', 'ticket', 'Tickets', {
    key: 'ticket_id',
    columns: `ticket_id subject description type area status impact urgency priority assignee assignee_group tags entity_id incident_id alert_rule
      metric_name requester_id requester_name requester_email source external_id external_url created_at modified_at due_at`,
    without: `temp_id touched_by_person status_rank version assignee_id incident_priority external_by_staff requester_without_account
      incident_subject`,
  }),
  kind('ticket-comments', 'ticket_comment', 'Public comments on tickets', {
    key: 'comment_id',
    columns: 'comment_id ticket_id created_at author_type author_id author_name by_staff body mentions edited_at',
    without: 'system_text private temp_id version system_message',
    where: 'not r.private',
  }),
  kind('ticket-comment-versions', 'ticket_comment_version', 'Earlier texts of public comments', {
    key: 'ticket_id comment_id version',
    columns: 'ticket_id comment_id version body written_at',
    where: isOfPublicComment,
  }),
  kind('ticket-changes', 'ticket_change', 'Changes of tickets, field by field', {
    key: 'change_id',
    columns: 'change_id ticket_id at author_type author_id author_name field before after',
    without: 'private',
    where: 'not r.private',
  }),
  kind('ticket-hours', 'ticket_hours', 'Registered hours, in minutes', {
    key: 'entry_id',
    columns: 'entry_id ticket_id worked_on minutes hour_type billable note author_id author_name created_at',
    without: 'version',
    shown: { worked_on: 'r.worked_on::text' },
  }),
  kind('ticket-links', 'ticket_link', 'Tickets that belong together', {
    key: 'ticket_id other_ticket_id',
    columns: 'ticket_id other_ticket_id kind created_at',
  }),
  kind('ticket-service-levels', 'ticket_service_level', 'Service levels of tickets', {
    key: 'ticket_id',
    columns: 'ticket_id calendar_id clocks',
    without: 'next_warning_at',
  }),
  kind('attachments', 'ticket_attachment', 'Attachments of tickets and public comments; the files are in the folder `attachments`', {
    key: 'attachment_id',
    columns: 'attachment_id ticket_id comment_id file_name content_type size author_type author_id author_name created_at',
    without: 'place has_preview',
    where: isOfPublicComment,
  }),
  kind('business-calendars', 'business_calendar', 'Opening hours by which time counts', {
    key: 'calendar_id',
    columns: 'calendar_id name for_all time_zone always_open week holidays closed_days',
    without: 'version',
  }),
  kind('service-targets', 'service_target', 'Targets of service levels', {
    key: 'for_all priority',
    columns: 'priority for_all calendar_id first_response_minutes next_update_minutes resolution_minutes warn_at_percent',
  }),
]
