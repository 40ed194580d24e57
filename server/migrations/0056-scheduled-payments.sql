-- Scheduled payments of customers, and what AutoPay knows of the cards it charges (docs/payments.md).

-- The page's key of a request, so that a double press schedules once; and how often the schedule was changed.
alter table payment_schedule
  add column request_key uuid,
  add column changes integer not null default 0;
create unique index payment_schedule_request on payment_schedule (web_user_id, request_key);
create index payment_schedule_days on payment_schedule (web_user_id, pay_on);
create index payment_schedule_card on payment_schedule (saved_card_id);
drop index payment_schedule_web_user;

-- When the customer paid on the page with the card whose bank had asked for the customer: the agreement goes on.
alter table autopay_agreement add column confirmed_at timestamptz;
create index autopay_agreement_confirmed on autopay_agreement (confirmed_at) where confirmed_at is not null;

-- The last email about the expiry: `2026-12 30`, thirty days before the end of that month.
alter table saved_card add column expiry_told text;
create index saved_card_expires on saved_card (expires, id) where removed_at is null;
