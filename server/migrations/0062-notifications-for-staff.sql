-- What staff see of messages (docs/notifications.md).

-- What a person decided about a run that waited.
alter table notification_run add column decision text check (decision in ('release', 'drop'));

-- By which the list is paged, the newest first.
alter table stopped_address add column id bigint generated always as identity;
create unique index stopped_address_id on stopped_address (id);

-- Who uses an address.
create index proven_address_owner on proven_address (channel, address);

-- The emails to an address, the newest first.
create index letter_recipient on letter (lower(recipient), id);

-- What was refused lately, and what has no answer. The latter serves texts, too.
create index notification_refused on notification (channel, settled_at) where state = 'REFUSED';
create index notification_unanswered on notification (channel, settled_at) where state = 'UNKNOWN';
drop index notification_lost;
