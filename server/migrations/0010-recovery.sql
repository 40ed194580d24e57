-- Wrong names at sign-in, and getting back in (design R8, §7).

-- Names nobody has, counted like wrong passwords, so that trying tells nobody which names there are: after the same number
-- of tries they are answered as locked, too. Kept for 90 days after the last try.
create table unknown_login (
  -- Keyed digest of the name in lower case: people mistake fields and type passwords there.
  name_digest bytea primary key,
  wrong_passwords integer not null,
  tried_at timestamptz not null
);
create index unknown_login_tried on unknown_login (tried_at);

-- One attempt of a customer to get back in (C§4 forgot flows). Gone once it has been used or expired.
create table recovery (
  -- What the browser gets to know of it, in the place of a personId (R8).
  handle uuid primary key,
  purpose text not null check (purpose in ('password', 'username')),
  -- The guest session it belongs to.
  session_id bigint not null,
  web_user_id bigint not null references web_user on delete cascade,
  started_at timestamptz not null,
  -- Until when it can be answered; once a link has been mailed, until when that is good.
  expires_at timestamptz not null,
  -- Where the letter went; null: not answered yet.
  mailed_to text,
  -- SHA-256 of the mailed link's secret.
  token_sha256 bytea unique,
  constraint recovery_link check (token_sha256 is null or (purpose = 'password' and mailed_to is not null))
);
create index recovery_web_user on recovery (web_user_id);
create index recovery_expiry on recovery (expires_at);

-- A letter that carries a link with a secret holds a mark in its place; the secret is made of this and LINK_SECRET when
-- the letter is sent. So no copy of this database opens a link.
alter table letter add column link_nonce uuid;
