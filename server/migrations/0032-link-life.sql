-- The life of a mailed link begins when its letter is sent (decision 037).

-- Until when the link is good: set anew by each try at sending its letter, never beyond expires_at, which says until when
-- the letter may wait. Null: not sent yet, or sent by a version that did not know this column.
alter table recovery add column link_good_until timestamptz;
