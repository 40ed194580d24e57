-- Who made a payment (A§3): the username of the customer or the administrator whose session it was, kept when the session
-- and the user are gone; null for a guest.
alter table checkout add column paid_by text;
