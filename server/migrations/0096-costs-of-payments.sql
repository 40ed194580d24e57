-- What the gateway kept of each payment (docs/payments.md), and for none: bounded by the payments and payouts of a few months.
create index payout_item_of_payment on payout_item (tag) include (kind, amount_cents, fee_cents) where tag is not null;
create index payout_item_of_none on payout_item (payout_id) include (kind, amount_cents, fee_cents) where tag is null;
-- The first of these does its work.
drop index payout_item_charge;
-- Nothing reads it: what a month cost needs all payments of it, and has their fees.
drop index charge_attempt_fees;
