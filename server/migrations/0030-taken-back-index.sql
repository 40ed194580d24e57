-- What the gateway took back by itself on a day, for the letter to finance. Charges seldom are, so the index is small.
create index charge_attempt_reversed_at on charge_attempt (decided_at) where state = 'REVERSED';
