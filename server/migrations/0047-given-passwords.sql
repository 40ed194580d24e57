-- Staff have set the customer's password, so that two people know it: whoever signs in with it has to choose another one
-- first, as administrators do (docs/security.md).
alter table web_user add column password_is_given boolean not null default false;
