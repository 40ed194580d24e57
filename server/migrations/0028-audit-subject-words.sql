-- Finds what was done to somebody in the audit log by the words of the subject: account numbers, usernames, receipts.
-- The condition in features/audit-log/queries.ts repeats this expression to the letter.
create index audit_entry_subject on audit_entry using gin (regexp_split_to_array(lower(subject), '[[:space:],]+'));
