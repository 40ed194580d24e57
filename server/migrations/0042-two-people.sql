-- Two people are two people (docs/security.md).

-- Somebody else has set the password, so that two people know it: whoever signs in with it has to choose another one first.
alter table admin_user add column password_is_given boolean not null default false;

-- Who has had whose login in their hands: added them, set their password, changed their level or second factor. Rows stay
-- when either is deleted, because what was done with that login stays, too.
create table admin_touch (
  id bigint generated always as identity primary key,
  admin_user_id bigint not null,
  touched_by bigint not null,
  touched_at timestamptz not null
);
create index admin_touch_of on admin_touch (admin_user_id, touched_at);

-- Browsers in which somebody has signed in before. Wrong passwords in one of them are counted for it alone, so that the
-- guesses of strangers lock only strangers out. SHA-256: the tokens are random. One browser may have several users.
create table known_browser (
  id bigint generated always as identity primary key,
  token_sha256 bytea not null,
  web_user_id bigint references web_user on delete cascade,
  admin_user_id bigint references admin_user on delete cascade,
  wrong_passwords integer not null default 0,
  expires_at timestamptz not null,
  check ((web_user_id is null) <> (admin_user_id is null))
);
create index known_browser_token on known_browser (token_sha256);
create index known_browser_web_user on known_browser (web_user_id);
create index known_browser_admin_user on known_browser (admin_user_id);
create index known_browser_expires on known_browser (expires_at);
