import { kind } from './archive-kind.ts'

export const customerKinds = [
  kind('customer', 'customer', 'The customer and its settings', {
    key: 'customer_id',
    columns: `name enabled_features tag_keys incident_join_minutes ticket_from_severity created_at ticket_visibility hours_shown mail_language
      hidden_types time_zone customer_priority prepaid_hours`,
    without: `ignores_global_admin_mapping is_provider is_demo access_version details_version settings_version environment_version welcome_role labels
      label_keys`,
  }),
  kind('closing', 'closed_customer', 'When the customer was closed', {
    key: 'customer_id',
    columns: 'closed_at closed_by erases_at',
    without: 'term_reason erasing_since erasing_by warned_for warned_days',
  }),
  kind('contacts', 'customer_card', 'Whom to call at the customer', {
    key: 'customer_id',
    columns: 'contacts',
    without: 'instructions contract_notes version',
  }),
  kind('incident-contacts', 'incident_contact', 'Contacts for incidents', {
    key: 'contact_id',
    columns: 'contact_id position user_id address from_severity hours language stopped_at',
    without: 'stop_key',
  }),
  kind('confirmed-addresses', 'confirmed_address', 'Addresses without an account that agreed to be written to', {
    key: 'address',
    columns: 'address asked_at confirmed_at',
    without: 'token_hash',
  }),
  kind('people', 'app_user', 'People with an account, and the roles they were given', {
    key: 'user_id',
    columns: `user_id name email roles identity_roles resource_limit issuer subject preferred_language time_zone created_at last_seen_at disabled_at forgotten_at`,
    without: 'profile_photo own_photo start_page arrival_toasts staff_customers moves_to_issuer person_subject chosen_at',
  }),
  kind('roles', 'customer_role_feature', 'What each role of the customer allows', { key: 'role', columns: 'role features' }),
  kind('sign-in-rules', 'customer_sign_in_rule', 'Email domains and tenants whose people sign in at the customer', {
    key: 'kind value',
    columns: 'kind value',
  }),
  kind('invitations', 'invitation', 'Invitations', {
    key: 'invitation_id',
    columns: 'email name roles resource_limit created_at expires_at accepted_at accepted_by revoked_at',
    without: 'invitation_id staff_customers',
  }),
  kind('phone-numbers', 'phone_number', 'Phone numbers of people', {
    key: 'user_id',
    columns: 'user_id number confirmed_at changed_at',
    without: 'code_hash code_sent_at failed_attempts codes_sent',
  }),
  kind('contact-preferences', 'contact_preference', 'How people want to be contacted', {
    key: 'user_id',
    columns: 'user_id rules quiet_hours changed_at',
    without: 'version',
  }),
  kind('notification-preferences', 'notification_preference', 'Of what people are notified', {
    key: 'user_id kind',
    columns: 'user_id kind by_mail in_portal from_severity',
  }),
  kind('incident-mail-choices', 'incident_mail_choice', 'For which severities people want email', {
    key: 'user_id severity',
    columns: 'user_id severity by_mail',
  }),
  kind('follows', 'follower', 'What people follow', {
    key: 'kind target user_id',
    columns: 'kind target user_id followed_at',
    without: 'follower_customer_id',
  }),
  kind('saved-views', 'ticket_view', 'Saved views of lists', {
    key: 'view_id',
    columns: 'view_id list name owner_id owner_name is_shared search created_at',
  }),
  kind('dashboards', 'custom_dashboard', 'Dashboards that people made', {
    key: 'dashboard_id',
    columns: 'dashboard_id name owner_id owner_name is_shared tiles created_at',
    without: 'version',
  }),
  kind('audit-log', 'recorded_action', 'Who did what, the provider’s staff included', {
    key: 'action_id',
    columns: 'action_id at actor_type actor_id actor_name action target details request_id',
  }),
]
