-- Messages that staff send to customers who chose announcements (docs/notifications.md).
create table broadcast (
  id bigint generated always as identity primary key,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'REVIEW', 'SENDING', 'SENT', 'STOPPED')),
  -- Rises with each change and move: who acts on it names the one they saw.
  version integer not null default 1,
  subject scrubbed_text not null,
  body scrubbed_text not null,
  text_words scrubbed_text not null,
  channels text[] not null check (channels <@ array['email', 'text'] and cardinality(channels) > 0),
  -- Null: all.
  villages text[],
  written_by bigint not null,
  written_by_name text not null,
  written_at timestamptz not null,
  asked_by bigint,
  asked_by_name text,
  asked_at timestamptz,
  approved_by_name text,
  approved_at timestamptz,
  stopped_by_name text,
  stopped_at timestamptz,
  -- Its recipients are looked for in the order of their numbers, up to this one.
  after_user bigint not null default 0,
  found integer not null default 0,
  found_all_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  -- When none of its messages waits any more.
  done_at timestamptz,
  check (state <> 'REVIEW' or asked_at is not null),
  check (state not in ('SENDING', 'SENT', 'STOPPED') or approved_at is not null),
  check ((state = 'STOPPED') = (stopped_at is not null)),
  check (done_at is null or state in ('SENT', 'STOPPED'))
);
create index broadcast_open on broadcast (id) where state in ('SENDING', 'STOPPED') and done_at is null;

alter table notification add column broadcast_id bigint;
create index notification_broadcast on notification (broadcast_id, state) where broadcast_id is not null;
-- One announcement to a person, and to an address that people share.
create unique index notification_once_each on notification (cause, channel, web_user_id) where kind = 'announcement';
create unique index notification_once_there on notification (cause, channel, lower(address)) where kind = 'announcement';

create index notification_choice_announcement on notification_choice (web_user_id, account_id) where kind = 'announcement';

-- Villages are offered from the data.
create index premise_city on cis.premise (city);
