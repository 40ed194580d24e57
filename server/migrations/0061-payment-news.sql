-- News of payments, AutoPay and saved cards, and tests that customers ask for (docs/notifications.md).

-- Whether texts to the customer name amounts. Each change is in the audit log.
alter table web_user add column texts_name_amounts boolean not null default false;

-- Tests leave at night, too.
create index notification_test_due on notification (channel, due_at, id) where due_at is not null and kind = 'test';
