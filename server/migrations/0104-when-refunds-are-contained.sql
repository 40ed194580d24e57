-- Where the billing data list no payments (`containment` of the profile), they may contain a refund that was reversed in the
-- billing system and is not acknowledged yet. Until it is, it raises no balance: no one is asked for the same money twice.
alter table cis.payment_cancellation add column in_doubt boolean not null default false;
