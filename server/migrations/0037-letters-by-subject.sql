-- Finds the letters about a payment by the beginning of their keys. The unique index does so only in a database that sorts
-- texts byte by byte; in any other one all letters of the last 90 days were read.
create index letter_about on letter (dedupe_key text_pattern_ops);
