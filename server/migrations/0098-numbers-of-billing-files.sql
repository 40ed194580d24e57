-- Billing files name no persons, premises, agreements and bills. Each holder of an account gets a number here for them, which no
-- import replaces (docs/billing-files.md). With the days since 2000, its 7 digits are the 12 of a bill.
create sequence cis.next_holder maxvalue 9999999;

create table cis.holder_number (
  account_id text not null,
  -- `id ` and the billing system's number of the customer, or `since ` and a date, or
  -- `family ` and a name where the files have neither.
  holder text not null,
  number bigint not null,
  primary key (account_id, holder)
);
