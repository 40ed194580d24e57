-- The billing ledger: the portal's own store in the shape of Oracle CC&B (design §6). The CC&B table each one mirrors
-- stands in its comment. Keys keep their leading zeros, so they are text. Money is whole cents; a debit is positive, a
-- credit and a payment negative, as in CC&B.
create schema cis;

-- Part one: what the billing system knows. `portal import` loads every one of these tables anew beside the live ones
-- (schema cis_incoming), verifies them and changes all of them over in one transaction. So nothing outside this part may
-- refer to them by foreign key, and a later migration changes them here only: an import copies their shape, keys and
-- indexes.

-- CI_PER with its primary name of CI_PER_NAME.
create table cis.person (
  person_id text primary key,
  -- P person, B business.
  person_or_business text not null check (person_or_business in ('P', 'B')),
  -- As the billing system has it: `first last` or `last, first` (C§3).
  full_name text not null,
  email_address text,
  address1 text,
  address2 text,
  city text,
  state text,
  postal text,
  country text
);

-- CI_PER_PHONE.
create table cis.phone (
  person_id text not null,
  -- The sequence a change or a deletion names (C§7 update-user-details).
  sequence integer not null,
  phone_type text not null check (phone_type in ('MOBILE', 'HOME-PHONE', 'BUSN-PHONE')),
  phone_number text not null,
  extension text,
  primary key (person_id, sequence)
);

-- CI_PER_CHAR: effective-dated facts about a person, such as CMOLDEML, the e-mail address before the present one (C§3).
create table cis.person_characteristic (
  person_id text not null,
  characteristic_type text not null,
  effective_date date not null,
  -- One of these two: a predefined value or a free text.
  characteristic_value text,
  adhoc_value text,
  primary key (person_id, characteristic_type, effective_date)
);

-- CI_PREM: a place that is served.
create table cis.premise (
  premise_id text primary key,
  premise_type text not null,
  address1 text not null,
  address2 text,
  city text not null,
  state text not null,
  postal text not null,
  country text not null
);

-- CI_ACCT, with its cash-only state and the age of its debt worked out by the billing system.
create table cis.account (
  account_id text primary key,
  -- CIS_DIVISION.
  division text not null,
  -- CUST_CL_CD; RESID is residential, anything else is not (C§3).
  customer_class text not null,
  bill_cycle text,
  setup_date date not null,
  -- MAILING_PREM_ID, the address when bills go to PREM.
  mailing_premise_id text,
  -- The account has reached the division's cash-only points: no card, no cheque.
  is_cash_only boolean not null,
  -- What was owed when the extract was made (CUR_AMT), and what would pay it all off (TOT_AMT).
  balance_cents bigint not null,
  payoff_cents bigint not null,
  -- The balance by age: the newest bill's debt (a credit stands here too), then by days since older debt was due.
  new_charges_cents bigint not null,
  arrears_30_cents bigint not null check (arrears_30_cents >= 0),
  arrears_60_cents bigint not null check (arrears_60_cents >= 0),
  arrears_90_cents bigint not null check (arrears_90_cents >= 0),
  arrears_older_cents bigint not null check (arrears_older_cents >= 0),
  constraint account_ages_add_up check (
    balance_cents = new_charges_cents + arrears_30_cents + arrears_60_cents + arrears_90_cents + arrears_older_cents)
);

-- CI_ACCT_PER: whose account it is, and where its bills go.
create table cis.account_person (
  account_id text not null,
  person_id text not null,
  -- ACCT_REL_TYPE_CD, such as MAIN.
  relationship_type text not null,
  is_main boolean not null,
  is_financially_responsible boolean not null,
  -- WEB_ACCESS_FLG ALWD.
  may_use_web boolean not null,
  -- BILL_ADDR_SRCE_FLG: the person's address, the mailing premise's, or the override below.
  bill_address_source text not null check (bill_address_source in ('PER', 'PREM', 'ACOV')),
  -- CI_PER_ADDR_OVRD, and OVRD_MAIL_NAME1.
  override_name text,
  override_address1 text,
  override_address2 text,
  override_city text,
  override_state text,
  override_postal text,
  override_country text,
  primary key (account_id, person_id)
);
create index account_person_person on cis.account_person (person_id, account_id);
-- An account has one main customer.
create unique index account_person_main on cis.account_person (account_id) where is_main;

-- CI_SA: one service, such as water, that an account has at a premise. Balances live here in CC&B.
create table cis.service_agreement (
  agreement_id text primary key,
  account_id text not null,
  premise_id text not null,
  -- SA_TYPE_CD.
  agreement_type text not null,
  -- SA_STATUS_FLG: 10 pending start, 20 active, 30 pending stop, 40 stopped, 50 reactivated, 60 closed, 70 cancelled.
  status text not null check (status in ('10', '20', '30', '40', '50', '60', '70')),
  start_date date not null,
  end_date date,
  balance_cents bigint not null,
  payoff_cents bigint not null
);
create index service_agreement_account on cis.service_agreement (account_id);
create index service_agreement_premise on cis.service_agreement (premise_id);

-- CI_BILL with everything that hangs below it (routing, segments, calculation lines, reads, messages) as one document.
create table cis.bill (
  bill_id text primary key,
  account_id text not null,
  bill_date date not null,
  due_date date not null,
  begin_cents bigint not null,
  payments_cents bigint not null,
  adjustments_cents bigint not null,
  corrections_cents bigint not null,
  current_charges_cents bigint not null,
  ending_cents bigint not null,
  -- For the consumption chart: when the meter was read, and the water of the bill's own period in gallons.
  read_date date,
  consumption_gallons bigint,
  -- A BillDetail (database/tables/billing.ts).
  detail json not null,
  constraint bill_adds_up check (
    ending_cents = begin_cents + payments_cents + adjustments_cents + corrections_cents + current_charges_cents)
);
-- Latest bill, list of bills and consumption chart of an account are read from the index alone.
create index bill_account on cis.bill (account_id, bill_date desc)
  include (bill_id, due_date, ending_cents, read_date, consumption_gallons);

-- CI_FT: everything that moved an account's balance.
create table cis.financial_transaction (
  transaction_id text primary key,
  account_id text not null,
  agreement_id text not null,
  bill_id text,
  -- PARENT_ID: the bill of a segment, the payment of a payment segment.
  parent_id text,
  -- FT_TYPE_FLG: bill segment, adjustment, payment segment, and the cancellation of each.
  transaction_type text not null check (transaction_type in ('BS', 'BX', 'AD', 'AX', 'PS', 'PX')),
  current_cents bigint not null,
  total_cents bigint not null,
  arrears_date date not null,
  accounting_date date not null,
  -- The tender's EXT_REFERENCE_ID: the receipt number of a payment the portal took.
  external_reference text
);
create index financial_transaction_account on cis.financial_transaction (account_id, arrears_date desc);
create index financial_transaction_reference on cis.financial_transaction (external_reference)
  where external_reference is not null;

-- Part two: what the portal knows. No import replaces these.

-- One row per run of `portal import` that got as far as reading the extract's header.
create table cis.import_run (
  id bigint generated always as identity primary key,
  -- The extract's own name of itself; the same run may come again after a refusal.
  run_id text not null,
  division text not null,
  as_of date not null,
  extracted_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('imported', 'refused')),
  -- Why it was refused, or null.
  reason text,
  -- Rows per table that were loaded.
  rows_loaded json not null,
  quarantined bigint not null,
  -- This run's data are what part one holds.
  is_live boolean not null default false
);
create unique index import_run_live on cis.import_run (is_live) where is_live;

-- Records an import left out, and why. No content of the record, which may be anything.
create table cis.import_quarantine (
  id bigint generated always as identity primary key,
  import_id bigint not null references cis.import_run on delete cascade,
  -- Null when the fault showed only beside other records.
  line_number bigint,
  record_type text not null,
  record_key text,
  reason text not null
);
create index import_quarantine_run on cis.import_quarantine (import_id);

-- One row per payment file made by `portal export-payments` (CI_DEP_CTL_ST).
create table cis.payment_export (
  id bigint generated always as identity primary key,
  -- EXT_TRANSMIT_ID: the billing system takes each one once.
  transmit_id text generated always as ('PORTAL-' || lpad(id::text, 10, '0')) stored unique,
  created_at timestamptz not null,
  payment_count bigint not null check (payment_count > 0),
  total_cents bigint not null,
  -- When its file was first completely on disk; null: the process died before, and the next export writes it.
  written_at timestamptz
);

-- Payments taken by the portal. What an account owes is its imported balance less the payments here that no imported
-- extract contains yet, so that a payment counts from the moment it is recorded and never twice (docs/extract-format.md).
create table cis.portal_payment (
  -- CI_PAY_TNDR EXT_REFERENCE_ID: one payment per receipt, whoever records it how often.
  receipt_number text primary key check (receipt_number ~ '^W-[0-9]{1,10}(-[0-9]{1,4})?$'),
  payment_number bigint generated always as identity unique,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  amount_cents bigint not null check (amount_cents > 0),
  source_code text not null check (source_code in ('CCV', 'CCM', 'CCD')),
  method_code text not null,
  authorization_number text not null,
  paid_at timestamptz not null,
  -- The date of paid_at in the utility's time zone.
  pay_date date not null,
  export_id bigint references cis.payment_export,
  -- The import whose extract contained it.
  contained_in_import bigint references cis.import_run
);
create index portal_payment_account on cis.portal_payment (account_id, paid_at desc);
-- What still lowers a balance.
create index portal_payment_open on cis.portal_payment (account_id) include (amount_cents)
  where contained_in_import is null;
create index portal_payment_to_export on cis.portal_payment (payment_number)
  where export_id is null and contained_in_import is null;
create index portal_payment_export on cis.portal_payment (export_id, payment_number);
