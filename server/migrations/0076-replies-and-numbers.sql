-- What people reply to texts, codes to numbers, and stops by a link (docs/notifications.md).

-- A reply that says more than one word for the machine: staff read it. Card numbers are removed.
create table text_reply (
  id bigint generated always as identity primary key,
  -- The provider's name of it: told again, it is the same reply.
  provider_id text not null unique,
  number text not null,
  words scrubbed_text not null,
  -- What it did.
  meant text not null check (meant in ('stop', 'start', 'help', 'other')),
  at timestamptz not null
);
create index text_reply_at on text_reply (at);

-- When a number was last told that nobody answers texts there: once a day.
create table text_answer (
  number text primary key,
  answered_at timestamptz not null
);
create index text_answer_at on text_answer (answered_at);

-- The text with the code, by which the provider reports on it, and why it did not arrive.
alter table proven_address add column code_reference text, add column code_trouble text;
create unique index proven_address_code on proven_address (code_reference) where code_reference is not null;

-- What a customer stopped by the link in a message: turning a kind on for all accounts leaves it off.
create table stopped_choice (
  web_user_id bigint not null references web_user on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  kind text not null,
  channel text not null check (channel in ('email', 'text')),
  stopped_at timestamptz not null,
  primary key (web_user_id, account_id, kind, channel)
);
