-- Finds letters that are old enough to be deleted.
create index letter_queued on letter (queued_at);
