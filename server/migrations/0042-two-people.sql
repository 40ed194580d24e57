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
