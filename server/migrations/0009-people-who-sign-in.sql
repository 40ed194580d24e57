-- Who signs in: customers (C§2.2, C§2.3) and administrators (A§2), and whose session a session is.

-- The security questions a customer chooses from (C§2.3). An id is never given to another text.
create table security_question (
  id integer primary key,
  text text not null unique,
  position integer not null unique
);
insert into security_question (id, text, position) values
  (1, 'What was the name of your first school?', 1),
  (2, 'What is the name of the village where you grew up?', 2),
  (3, 'What was the name of your first pet?', 3),
  (4, 'What is your mother''s middle name?', 4),
  (5, 'What was the make of your first car?', 5),
  (6, 'What is the name of your favorite teacher?', 6),
  (7, 'What was the street of your childhood home?', 7),
  (8, 'What is your favorite food?', 8);

-- A customer who has enrolled: one per person of the billing system. The portal owns these credentials; no extract
-- brings them and none takes them away.
create table web_user (
  id bigint generated always as identity primary key,
  person_id text not null unique check (person_id ~ '^[0-9]{10}$'),
  username text not null,
  -- Argon2id, in its own textual form with salt and cost (design §7).
  password_hash text not null,
  security_question_id integer not null references security_question,
  -- Argon2id of the answer's letters, digits and spaces in lower case (C§5).
  security_answer_hash text not null,
  -- Wrong passwords since the last right one; at the limit (C§9) the login is locked.
  wrong_passwords integer not null default 0,
  -- Since when nobody gets in before the password has been set anew; null: not locked.
  locked_at timestamptz,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  -- When the question and its answer were chosen: the effective date of CMSCQUES and CMSCAN (C§3).
  question_changed_at timestamptz not null,
  signed_in_at timestamptz
);
-- Capitals do not tell two names apart.
create unique index web_user_username on web_user (lower(username));

-- An administrator (A§3); the level decides what they may do (A§6).
create table admin_user (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  level smallint not null check (level between 1 and 6),
  password_hash text not null,
  wrong_passwords integer not null default 0,
  locked_at timestamptz,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);
create unique index admin_user_username on admin_user (lower(username));

-- A session of a customer or administrator ends with the user.
alter table session
  add column web_user_id bigint references web_user on delete cascade,
  add column admin_user_id bigint references admin_user on delete cascade,
  add constraint session_belongs check (
    (kind = 'customer') = (web_user_id is not null) and (kind = 'admin') = (admin_user_id is not null));
create index session_web_user on session (web_user_id) where web_user_id is not null;
create index session_admin_user on session (admin_user_id) where admin_user_id is not null;
