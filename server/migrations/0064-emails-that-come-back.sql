-- Emails that came back, and complaints about them (docs/notifications.md).

-- What was reported of an email of ours, or answered as it was handed over: counted once, however often it is told.
create table email_trouble (
  id bigint generated always as identity primary key,
  -- `notification 12` or `letter 7`.
  email text not null check (email ~ '^(notification|letter) [0-9]+$'),
  kind text not null check (kind in ('failed', 'complained')),
  address text not null,
  -- RFC 3463; null when nothing but the failure was told.
  status text check (status ~ '^[245][.][0-9]{1,3}[.][0-9]{1,3}$'),
  effect text not null check (effect in ('stop', 'count', 'alarm')),
  at timestamptz not null,
  unique (email, kind)
);
create index email_trouble_address on email_trouble (address, at);
create index email_trouble_at on email_trouble (at);

alter table letter add column came_back_at timestamptz;
