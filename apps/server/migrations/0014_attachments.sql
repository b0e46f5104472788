-- What the attachments of a comment are uploaded against; not guessable.
alter table ticket_comment add column temp_id uuid not null default gen_random_uuid();
create unique index ticket_comment_by_temp_id on ticket_comment (customer_id, temp_id);
alter table ticket_comment add constraint ticket_comment_of_its_ticket unique (customer_id, ticket_id, comment_id);
create unique index ticket_by_temp_id on ticket (customer_id, temp_id);

create table ticket_attachment (
  attachment_id uuid primary key,
  customer_id text not null,
  ticket_id bigint not null,
  -- Null: of the ticket itself. Who may see the attachment is who may see the comment.
  comment_id bigint,
  -- At most five of a ticket's own, and of each comment's.
  place smallint not null check (place between 1 and 5),
  file_name text not null check (octet_length(file_name) between 1 and 255),
  content_type text not null,
  size integer not null check (size > 0),
  has_preview boolean not null,
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  unique (customer_id, attachment_id),
  unique nulls not distinct (customer_id, ticket_id, comment_id, place),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  foreign key (customer_id, ticket_id, comment_id) references ticket_comment (customer_id, ticket_id, comment_id) on delete cascade
);
call protect_by_customer('ticket_attachment');
grant insert on ticket_attachment to vakt_app;

-- An attachment without rows here has its content in the object storage.
create table ticket_attachment_content (
  customer_id text not null,
  attachment_id uuid not null,
  variant text not null check (variant in ('whole', 'preview')),
  content bytea not null,
  primary key (customer_id, attachment_id, variant),
  foreign key (customer_id, attachment_id) references ticket_attachment (customer_id, attachment_id) on delete cascade
);
-- Pictures and archives do not get smaller.
alter table ticket_attachment_content alter column content set storage external;
call protect_by_customer('ticket_attachment_content');
grant insert on ticket_attachment_content to vakt_app;
