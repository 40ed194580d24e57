-- The schema as version 1.0.0 left it. What came since is in the files after it.

create schema cis;

create domain scrubbed_text as text check (translate(VALUE, ' -', '') !~ '[0-9]{13}');

-- A cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection).
create function spreadsheet_safe(cell text) returns text language sql immutable parallel safe as $$
  select case when cell ~ '^[=+@\t\r-]' then '''' || cell else cell end
$$;

-- Solved human-verification challenges that have been used (C§2.6); kept until they would have expired anyway.
create table spent_human_check (
  id text primary key,
  expires_at timestamptz not null
);
create index spent_human_check_expiry on spent_human_check (expires_at);

-- Tries counted against the limits of foundation/rate-limits; the columns are those of rate-limiter-flexible.
create table rate_limit (
  -- limit:target
  key varchar(255) primary key,
  points integer not null default 0,
  -- When counting starts anew, in milliseconds since 1970.
  expire bigint
);
create index rate_limit_expiry on rate_limit (expire);

-- Maintenance switches (A§3, C§7, R16): a row that is off stops that function in the pages and on the server.
create table maintenance_switch (
  -- The place in the list the browser reads: 1 login and sign-up, 2 Pay Now.
  id integer primary key,
  name text not null unique check (name in ('login', 'payNow', 'autoPay', 'notifications')),
  is_off boolean not null default false,
  changed_at timestamptz not null default now()
);

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
-- Villages are offered from the data.
create index premise_city on cis.premise (city);

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
  bill_address_source text check (bill_address_source in ('PER', 'PREM', 'ACOV', 'N/A')),
  -- CI_PER_ADDR_OVRD, and OVRD_MAIL_NAME1.
  override_name text,
  override_address1 text,
  override_address2 text,
  override_city text,
  override_state text,
  override_postal text,
  override_country text,
  -- BILL_RTE_TYPE_CD of CI_ACCT_PER: how a person gets an account's bills. Null: the extract does not say.
  bill_route text check (bill_route in ('POSTAL', 'EMAIL')),
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
create index bill_account on cis.bill (account_id, bill_date desc) include (bill_id, due_date, ending_cents, read_date,
    consumption_gallons);

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
create index financial_transaction_reference on cis.financial_transaction (external_reference) where external_reference is not null;

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
  import_id bigint not null references cis.import_run(id) on delete cascade,
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
  transmit_id text generated always as (('PORTAL-' || lpad((id)::text, 10, '0'))) stored unique,
  created_at timestamptz not null,
  payment_count bigint not null,
  total_cents bigint not null,
  -- When its file was first completely on disk; null: the process died before, and the next export writes it.
  written_at timestamptz,
  cancellation_count bigint not null default 0,
  cancelled_cents bigint not null default 0,
  constraint payment_export_not_empty check ((payment_count + cancellation_count) > 0)
);

-- Payments taken by the portal. What an account owes is its imported balance less the payments here that no imported
-- extract contains yet, so that a payment counts from the moment it is recorded and never twice (docs/extract-format.md).
create table cis.portal_payment (
  -- CI_PAY_TNDR EXT_REFERENCE_ID: one payment per receipt, whoever records it how often.
  receipt_number text primary key constraint portal_payment_no_long_digits check (receipt_number !~ '[0-9]{13}'),
  payment_number bigint generated always as identity unique,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  amount_cents bigint not null check (amount_cents > 0),
  source_code text not null check (source_code in ('CCV', 'CCM', 'CCD')),
  method_code text not null,
  authorization_number text not null,
  paid_at timestamptz not null,
  -- The date of paid_at in the utility's time zone.
  pay_date date not null,
  export_id bigint references cis.payment_export(id),
  -- The import whose extract contained it.
  contained_in_import bigint references cis.import_run(id)
);
create index portal_payment_account on cis.portal_payment (account_id, paid_at desc);
-- What still lowers a balance.
create index portal_payment_open on cis.portal_payment (account_id) include (amount_cents) where contained_in_import is null;
create index portal_payment_to_export on cis.portal_payment (payment_number) where export_id is null
    and contained_in_import is null;
create index portal_payment_export on cis.portal_payment (export_id, payment_number);
create index portal_payment_day on cis.portal_payment (pay_date, receipt_number collate "C") include (account_id,
    amount_cents);

-- Letters wait here from the transaction that caused them until a mail server has taken them: a row without
-- delivered_at is not delivered.
create table letter (
  id bigint generated always as identity primary key,
  -- What kind of letter, such as payment-confirmation; for reports and metrics.
  kind text not null,
  -- The same cause queues the same letter once.
  dedupe_key text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  queued_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  -- Rises with every lease: a worker that lost its lease cannot record its result.
  epoch integer not null default 0,
  delivered_at timestamptz,
  refused_at timestamptz,
  last_error text,
  -- A letter that carries a link with a secret holds a mark in its place; the secret is made of this and LINK_SECRET when
  -- the letter is sent. So no copy of this database opens a link.
  link_nonce uuid,
  came_back_at timestamptz
);
create index letter_due on letter (next_try_at) where delivered_at is null and refused_at is null;
-- Finds letters that are old enough to be deleted.
create index letter_queued on letter (queued_at);
-- Finds the letters about a payment by the beginning of their keys. The unique index does so only in a database that sorts
-- texts byte by byte; in any other one all letters of the last 90 days were read.
create index letter_about on letter (dedupe_key text_pattern_ops);
-- The emails to an address, the newest first.
create index letter_recipient on letter (lower(recipient), id);

-- What browsers say happened (insert-transaction-logs). Nobody vouches for it; payment_event is the log of the payment.
create table payment_client_note (
  id bigint generated always as identity primary key,
  -- Who said it, kept when that session is swept away.
  session_id bigint not null,
  noted_at timestamptz not null,
  note scrubbed_text not null check (octet_length(note::text) <= 262144),
  -- SHA-256 of the note: said twice, kept once.
  note_hash text not null,
  unique (session_id, note_hash)
);
-- Notes of clients are swept by their age.
create index payment_client_note_age on payment_client_note (noted_at);

-- One comparison of one day in the utility's time zone.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  day date not null,
  -- A day has one daily run, which is tried until it is finished, and any number by hand.
  cause text not null check (cause in ('daily', 'by hand', 'renewed')),
  -- due: not begun. unavailable: a partner could not be asked, which says nothing about the books.
  outcome text not null check (outcome in ('due', 'running', 'agreed', 'differs', 'unavailable')),
  -- Why it is unavailable.
  reason scrubbed_text,
  -- Of the newest try.
  started_at timestamptz,
  finished_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  lease_until timestamptz,
  -- Rises with every lease: whoever holds an older one cannot finish the run.
  epoch integer not null default 0,
  -- The three books of the day; null until the run is finished. Gateway and portal count charges, the billing system
  -- payments to accounts.
  gateway_count bigint,
  gateway_cents bigint,
  gateway_returned_cents bigint,
  portal_count bigint,
  portal_cents bigint,
  portal_returned_cents bigint,
  billing_count bigint,
  billing_cents bigint,
  discrepancy_count bigint,
  decided_until timestamptz,
  constraint reconciliation_run_decided check ((cause = 'renewed') = (decided_until is not null))
);
create unique index reconciliation_run_daily on reconciliation_run (day) where cause = 'daily';
create index reconciliation_run_day on reconciliation_run (day, started_at);
create unique index reconciliation_run_renewed on reconciliation_run (day, decided_until) where cause = 'renewed';
create unique index reconciliation_run_renewing on reconciliation_run (day) where cause = 'renewed'
    and (outcome in ('due', 'running', 'unavailable'));
create index reconciliation_run_due on reconciliation_run (next_try_at) where (cause in ('daily', 'renewed'))
    and (outcome in ('due', 'running', 'unavailable'));

-- One thing that books do not agree about. It stays until a person has settled it. A run that finds an open one again
-- refreshes its row; it is still there as long as no later finished run of its day has failed to find it.
create table discrepancy (
  id bigint generated always as identity primary key,
  -- The run and the day that found it last.
  run_id bigint not null references reconciliation_run(id),
  day date not null,
  -- One of server/src/features/reconciliation/kinds.ts.
  kind text not null,
  -- What it is about: the receipt, our reference, or the gateway's tag when it is neither.
  subject text not null,
  reference scrubbed_text,
  receipt_number text,
  transaction_tag text,
  -- What each book says; null when it says nothing.
  gateway_cents bigint,
  portal_cents bigint,
  billing_cents bigint,
  detail scrubbed_text not null,
  first_seen_at timestamptz not null,
  -- When the run that found it last began.
  last_seen_at timestamptz not null,
  -- By a person, with what proves it.
  settled_at timestamptz,
  settled_by text,
  evidence scrubbed_text,
  constraint discrepancy_no_long_digits check (receipt_number !~ '[0-9]{13}' and transaction_tag !~ '[0-9]{13}')
);
create unique index discrepancy_open on discrepancy (kind, subject) where settled_at is null;
create index discrepancy_run on discrepancy (run_id);
create index discrepancy_unsettled on discrepancy (id) where settled_at is null;
-- A day that is compared again reports no difference that somebody has settled.
create index discrepancy_settled on discrepancy (subject, kind) where settled_at is not null;

-- The security questions a customer chooses from (C§2.3). An id is never given to another text.
create table security_question (
  id integer primary key,
  text text not null unique,
  position integer not null unique
);

-- A customer who has enrolled: one per person of the billing system. The portal owns these credentials; no extract
-- brings them and none takes them away.
create table web_user (
  id bigint generated always as identity primary key,
  person_id text not null check (person_id ~ '^[0-9]{10}$') unique,
  username text not null,
  -- Argon2id, in its own textual form with salt and cost.
  password_hash text not null,
  security_question_id integer not null references security_question(id),
  -- Argon2id of the answer's letters, digits and spaces in lower case (C§5).
  security_answer_hash text not null,
  -- Wrong passwords since the last right one; at the limit (C§9) the login is locked.
  wrong_passwords integer not null default 0,
  -- Since when nobody gets in before the password has been set anew; null: not locked.
  locked_at timestamptz,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  -- When the question and its answer were chosen: the effective date of CMSCQUES and CMSCAN (C§3).
  question_changed_at timestamptz not null,
  signed_in_at timestamptz,
  -- Counts a customer's edits of their own details: of two made from the same state, the second is refused.
  details_version bigint not null default 0,
  -- Staff have set the customer's password, so that two people know it: whoever signs in with it has to choose another one
  -- first, as administrators do (docs/security.md).
  password_is_given boolean not null default false,
  -- Whether texts to the customer name amounts. Each change is in the audit log.
  texts_name_amounts boolean not null default false,
  -- In which language a customer gets emails and texts (R46): a BCP 47 tag, or null for the utility's own.
  language text check (language ~ '^[A-Za-z0-9-]{2,35}$')
);
-- Capitals do not tell two names apart.
create unique index web_user_username on web_user (lower(username));

-- An administrator (A§3); the level decides what they may do (A§6).
create table admin_user (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  level smallint not null check (level >= 1 and level <= 6),
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  -- The secret of the authenticator app (RFC 6238), encrypted with a key that is not in the database; null: none set up.
  second_factor_secret bytea,
  -- The last time step a code was accepted for: no code is good twice (RFC 6238 §5.2).
  second_factor_step bigint,
  signed_in_at timestamptz,
  -- Somebody else has set the password, so that two people know it: whoever signs in with it has to choose another one first.
  password_is_given boolean not null default false
);
create unique index admin_user_username on admin_user (lower(username));

-- Sessions (R5): who a browser is, behind an HttpOnly cookie. Only the SHA-256 of the cookie's 256-bit token is
-- here, so that a copy of this table lets nobody in. Session ids are never used again; other tables keep them without
-- a foreign key, because an ended session is deleted while what it did stays.
create table session (
  id bigint generated always as identity primary key,
  token_sha256 bytea not null unique,
  kind text not null check (kind in ('guest', 'customer', 'admin')),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  -- The earlier of the idle end, which moves with last_seen_at, and the longest life of a session.
  expires_at timestamptz not null,
  web_user_id bigint references web_user(id) on delete cascade,
  admin_user_id bigint references admin_user(id) on delete cascade,
  -- The browser in plain words, such as 'Firefox on Android'; what the browser says of itself is not kept.
  device text check (length(device) <= 100),
  client_address text check (length(client_address) <= 45),
  constraint session_belongs check ((kind = 'customer') = (web_user_id is not null)
    and (kind = 'admin') = (admin_user_id is not null))
);
create index session_expiry on session (expires_at);
create index session_web_user on session (web_user_id) where web_user_id is not null;
create index session_admin_user on session (admin_user_id) where admin_user_id is not null;

-- Accounts a guest session may pay: each was found by its number and billing zip code (C§2.6).
create table session_account (
  session_id bigint not null references session(id) on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  opened_at timestamptz not null,
  -- The balance of the account that this session was last shown, in cents, below zero for a credit. Null: none yet.
  shown_due_cents bigint,
  primary key (session_id, account_id)
);

-- The solved human verification a session has handed in ahead of the call that needs it (C§2.6). Whether it was used
-- stands in spent_human_check.
create table session_human_check (
  session_id bigint not null references session(id) on delete cascade,
  purpose text not null check (purpose in ('account', 'checkout')),
  check_id text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- Names nobody has, counted like wrong passwords, so that trying tells nobody which names there are: after the same number
-- of tries they are answered as locked, too. Kept for 90 days after the last try.
create table unknown_login (
  -- Keyed digest of the name in lower case: people mistake fields and type passwords there.
  name_digest bytea primary key,
  wrong_passwords integer not null,
  tried_at timestamptz not null
);
create index unknown_login_tried on unknown_login (tried_at);

-- One attempt of a customer to get back in (C§4 forgot flows). Gone once it has been used or expired.
create table recovery (
  -- What the browser gets to know of it, in the place of a personId (R8).
  handle uuid primary key,
  purpose text not null check (purpose in ('password', 'username')),
  -- The guest session it belongs to.
  session_id bigint not null,
  web_user_id bigint not null references web_user(id) on delete cascade,
  started_at timestamptz not null,
  -- Until when it can be answered; once a link has been mailed, until when that is good.
  expires_at timestamptz not null,
  -- Where the letter went; null: not answered yet.
  mailed_to text,
  -- SHA-256 of the mailed link's secret.
  token_sha256 bytea unique,
  -- Until when the link is good: set anew by each try at sending its letter, never beyond expires_at, which says until when
  -- the letter may wait. Null: not sent yet, or sent by a version that did not know this column.
  link_good_until timestamptz,
  constraint recovery_link check (token_sha256 is null or purpose = 'password' and mailed_to is not null)
);
create index recovery_web_user on recovery (web_user_id);
create index recovery_expiry on recovery (expires_at);

-- The ten questions. One without possible answers is answered in one's own words.
create table survey_question (
  -- The answer to it is surveyAns{sequence}.
  sequence integer check (sequence >= 1 and sequence <= 10) primary key,
  prompt text not null
);

create table survey_possible_answer (
  sequence integer not null references survey_question(sequence),
  position integer not null,
  -- What an answer carries; never given another meaning.
  value text not null,
  description text not null,
  primary key (sequence, position),
  unique (sequence, value)
);

-- One submission of the survey. No sweep touches it.
create table survey_submission (
  id bigint generated always as identity primary key,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  username text not null,
  -- As the customer's page sent it: `last, first`.
  full_name text not null,
  submitted_at timestamptz not null
);
create index survey_submission_submitted on survey_submission (submitted_at);

-- Only questions that were answered.
create table survey_answer (
  submission_id bigint not null references survey_submission(id) on delete cascade,
  sequence integer not null references survey_question(sequence),
  answer text not null check (answer <> ''),
  primary key (submission_id, sequence)
);

-- A ticket to customer service. It stays, whether or not the letter about it could be delivered.
create table help_ticket (
  id bigint generated always as identity primary key,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  -- The account it is about, or null.
  account_id text check (account_id ~ '^[0-9]{10}$'),
  full_name text not null,
  email_address text not null,
  contact_type text not null check (contact_type in ('TECHNICAL', 'COMPLAINT')),
  message text not null,
  sent_at timestamptz not null
);
create index help_ticket_sent on help_ticket (sent_at);
create index help_ticket_person on help_ticket (person_id, sent_at desc);

-- Announcements of the login page (C§2.2, A§3) and the images that belong to them.
create table announcement (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) >= 1 and char_length(title) <= 200),
  -- The editor's JSON (R14), checked against the contract before it is written.
  content jsonb not null,
  -- Null: the text-only system pop-up (A§3).
  type text check (type in ('Image', 'Video')),
  -- The address of a video; an image has its files in announcement_image (featured_image, A§3).
  video_address text check (video_address ~~ 'https://%'),
  -- flag (A§3): 1 is visible.
  is_visible boolean not null default true,
  -- The order of the slider, the smallest first.
  position integer not null default 0,
  -- Counts the changes: whoever saves an older version than this is told.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint announcement_check check ((not type is distinct from 'Video') = (video_address is not null))
);
-- Add Text is possible while there is none (A§2).
create unique index announcement_one_system_pop_up on announcement ((true)) where type is null;

-- The sizes in which an image is served. In the database, because every server process serves them.
create table announcement_image (
  -- The name in its address: random, so that it may be cached for ever and tells nothing.
  name uuid not null,
  announcement_id bigint not null references announcement(id) on delete cascade,
  media_type text not null check (media_type in ('image/avif', 'image/webp')),
  width integer not null check (width >= 1 and width <= 4096),
  height integer not null check (height >= 1 and height <= 4096),
  bytes bytea storage external not null,
  primary key (name, media_type),
  unique (announcement_id, width, media_type)
);

-- Payments of the portal that were cancelled again (CI_PAY_CAN): the money went back to the payer, and the account owes it.
-- An imported extract contains a cancellation when it has a transaction PX with the receipt.
create table cis.payment_cancellation (
  receipt_number text primary key references cis.portal_payment(receipt_number),
  cancellation_number bigint generated always as identity unique,
  -- Those of the payment: all of it is cancelled.
  account_id text not null,
  amount_cents bigint not null,
  cancelled_at timestamptz not null,
  -- The date of cancelled_at in the utility's time zone.
  cancel_date date not null,
  reason scrubbed_text not null,
  export_id bigint references cis.payment_export(id),
  contained_in_import bigint references cis.import_run(id)
);
create index payment_cancellation_account on cis.payment_cancellation (account_id, cancel_date desc);
create index payment_cancellation_to_export on cis.payment_cancellation (cancellation_number) where export_id is null
    and contained_in_import is null;
create index payment_cancellation_export on cis.payment_cancellation (export_id, cancellation_number);

-- One row per file made by `portal export-contacts`.
create table cis.contact_export (
  id bigint generated always as identity primary key,
  -- The billing system takes each one once.
  transmit_id text generated always as (('CONTACT-' || lpad((id)::text, 10, '0'))) stored unique,
  created_at timestamptz not null,
  change_count bigint not null check (change_count > 0),
  -- When its file was first completely on disk; null: the process died before, and the next export writes it.
  written_at timestamptz
);

-- Changes made in the portal. How a person is reached is what was imported with the changes laid over it that no imported
-- extract contains yet, the oldest first (docs/extract-format.md).
create table cis.contact_change (
  -- Whoever makes a change how often, it is made once.
  change_key uuid primary key,
  -- Tells the billing system and its extract which change this is, and their order.
  change_number bigint generated always as identity unique,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  changed_at timestamptz not null,
  -- The date of changed_at in the utility's time zone.
  change_date date not null,
  -- A StoredContactChange (database/tables/billing.ts).
  detail json not null,
  export_id bigint references cis.contact_export(id),
  -- The import whose extract contained it.
  contained_in_import bigint references cis.import_run(id)
);
-- What is still laid over a person.
create index contact_change_open on cis.contact_change (person_id, change_number) where contained_in_import is null;
create index contact_change_to_export on cis.contact_change (change_number) where export_id is null
    and contained_in_import is null;
create index contact_change_export on cis.contact_change (export_id, change_number);

-- Each recovery code lets its administrator in once instead of a code of the app. SHA-256: the codes are random.
create table admin_recovery_code (
  admin_user_id bigint not null references admin_user(id) on delete cascade,
  code_sha256 bytea not null,
  primary key (admin_user_id, code_sha256)
);

-- Who did what to whom, when and from where. Entries are only ever added, and each one's hash covers the hash
-- before it, so that `portal audit verify` notices one that was changed or taken out.
create table audit_entry (
  -- In the order of the chain: given out under a lock.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('admin', 'customer', 'guest', 'system')),
  -- The key of the administrator or customer user; they may be gone by now.
  actor_id bigint,
  actor text not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  subject text not null,
  address text not null,
  request_id text not null,
  -- What was before and after, as JSON; kept as text, because the hash covers every character.
  before_change text,
  after_change text,
  -- SHA-256 of the hash of the entry before (32 zero bytes for the first) and of this entry's content.
  hash bytea not null check (length(hash) = 32)
);
create index audit_entry_actor on audit_entry (lower(actor), id desc);
create index audit_entry_action on audit_entry (action, id desc);
create index audit_entry_at on audit_entry (at, id);
-- Finds what was done to somebody in the audit log by the words of the subject: account numbers, usernames, receipts.
-- The condition in features/audit-log/queries.ts repeats this expression to the letter.
create index audit_entry_subject on audit_entry using gin (regexp_split_to_array(lower(subject), '[[:space:],]+'));

-- One enrolment of one account in one guest session, from the account number to the success view (C§4).
create table enrolment (
  -- Stands for the person towards the browser: random, tells nothing, good for this session alone.
  handle uuid primary key,
  session_id bigint not null references session(id) on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The account's main customer.
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the billing zip code was proven; null: name and address are told masked only.
  proven_at timestamptz,
  -- The customer it has made, so that a repeated last step is answered like the first.
  web_user_id bigint references web_user(id) on delete cascade,
  -- SHA-256 of what the last step said besides the secrets, to tell a repeat from a changed one; null until it has made
  -- a customer.
  said_sha256 bytea,
  unique (session_id, account_id)
);
create index enrolment_expiry on enrolment (expires_at);
create index enrolment_web_user on enrolment (web_user_id) where web_user_id is not null;

-- Contact changes made in the portal that the billing system has not confirmed. A row commits with what caused it and goes
-- once the billing system has it; delivered at least once under the same key, a person's changes one after the other.
create table contact_outbox (
  id bigint generated always as identity primary key,
  -- What the billing system tells a repeat by.
  change_key uuid not null unique,
  person_id text not null check (person_id ~ '^[0-9]{10}$'),
  changed_at timestamptz not null,
  -- The date of changed_at in the utility's time zone.
  change_date date not null,
  -- A StoredContactChange (database/tables/billing.ts).
  detail json not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- Whoever holds the row until then; the epoch proves it.
  lease_until timestamptz,
  epoch integer not null default 0,
  -- The billing system understood and refused: a person has to look.
  refused_at timestamptz,
  last_error text
);
create index contact_outbox_person on contact_outbox (person_id, id) where refused_at is null;
create index contact_outbox_due on contact_outbox (next_try_at) where refused_at is null;
-- Contact changes that the billing system refused, for the console to list in their order. Hardly any.
create index contact_outbox_refused on contact_outbox (id) where refused_at is not null;
-- What a person has asked for and the billing system has not taken yet, refused changes included.
create index contact_outbox_of_person on contact_outbox (person_id, id);

-- Sums of payments by hour (UTC), so that totals of millions are read from thousands. They stand for hours that are marked
-- as summed; whatever is not is read from the payments themselves.
create table payment_hour_mark (
  hour timestamptz primary key,
  -- Rises with every payment of the hour that changes its state afterwards.
  version integer not null default 0,
  is_summed boolean not null default false
);
create index payment_hour_mark_open on payment_hour_mark (hour) where not is_summed;

create table payment_hour (
  hour timestamptz not null references payment_hour_mark(hour),
  mode text not null,
  brand text not null,
  -- Charged and not given back.
  is_paid boolean not null,
  payments bigint not null,
  amount_cents bigint not null,
  made_by text not null default 'person',
  primary key (hour, mode, brand, is_paid, made_by)
);

-- The summary of a day that the finance office gets by e-mail: one row, one letter, queued in one transaction.
create table finance_summary (
  day date primary key,
  queued_at timestamptz not null,
  -- Payments of the day that were not charged, or not known, when its summary was made. Null for a summary of the version
  -- before, which counted by the time at which things happened.
  unpaid integer,
  unclear integer
);

-- Sums of payments by day (UTC), so that totals of years are read from days and only the ends of a range from hours
-- (docs/decisions/016). A day is what its summed hours add up to; it stands for the day's payments when all its hours have
-- a mark and none of them is open.
create table payment_day (
  day timestamptz not null,
  mode text not null,
  brand text not null,
  -- Charged and not given back.
  is_paid boolean not null,
  payments bigint not null,
  amount_cents bigint not null,
  made_by text not null default 'person',
  primary key (day, mode, brand, is_paid, made_by)
);

-- The turns of the requests for a payment, by its key: those that were under way together share one. A payment that
-- begins takes it, and so does a refusal, so that no other request of that turn can begin any more.
create table checkout_turn (
  session_id bigint not null,
  idempotency_key uuid not null,
  nth integer not null,
  taken_at timestamptz not null,
  primary key (session_id, idempotency_key, nth)
);
create index checkout_turn_taken on checkout_turn (taken_at);

-- Who has had whose login in their hands: added them, set their password, changed their level or second factor. Rows stay
-- when either is deleted, because what was done with that login stays, too.
create table admin_touch (
  id bigint generated always as identity primary key,
  admin_user_id bigint not null,
  touched_by bigint not null,
  touched_at timestamptz not null
);
create index admin_touch_of on admin_touch (admin_user_id, touched_at);

-- Browsers in which somebody has signed in before. Wrong passwords in one of them are counted for it alone, so that the
-- guesses of strangers lock only strangers out. SHA-256: the tokens are random. One browser may have several users.
create table known_browser (
  id bigint generated always as identity primary key,
  token_sha256 bytea not null,
  web_user_id bigint references web_user(id) on delete cascade,
  admin_user_id bigint references admin_user(id) on delete cascade,
  wrong_passwords integer not null default 0,
  expires_at timestamptz not null,
  constraint known_browser_check check ((web_user_id is null) <> (admin_user_id is null))
);
create index known_browser_token on known_browser (token_sha256);
create index known_browser_web_user on known_browser (web_user_id);
create index known_browser_admin_user on known_browser (admin_user_id);
create index known_browser_expires on known_browser (expires_at);

-- Stored before it is confirmed to the gateway, and only a hint: what it is about is read from the gateway.
create table gateway_event (
  -- The gateway's, so that repeats are one.
  id scrubbed_text primary key,
  gateway text not null,
  subject text not null check (subject in ('charge', 'refund', 'dispute', 'card')),
  -- The gateway's name for that charge, refund or dispute.
  tag scrubbed_text not null,
  received_at timestamptz not null,
  -- Null once it has been acted on.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0
);
create index gateway_event_due on gateway_event (next_try_at) where next_try_at is not null;
create index gateway_event_received on gateway_event (received_at);

-- Up to when the gateway was asked for events that it could not deliver.
create table gateway_catch_up (
  gateway text primary key,
  done_to timestamptz not null,
  next_at timestamptz not null,
  lease_until timestamptz
);

-- One transfer, as reconciliation read it last. Only for days that have been reconciled.
create table payout (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's.
  payout_id scrubbed_text not null,
  arrives_on date not null,
  status text not null check (status in ('pending', 'paid', 'failed', 'canceled', 'unknown')),
  -- Negative when the gateway took money from the bank.
  amount_cents bigint not null,
  -- Why it failed, in the gateway's words.
  failure scrubbed_text,
  -- Another day's run saw that it had changed: its own day is compared again.
  changed_at timestamptz,
  -- What is in it; null until the gateway says. What lowers the payout is negative, and so are fees.
  charge_count integer,
  charge_cents bigint,
  fee_cents bigint,
  refund_cents bigint,
  dispute_cents bigint,
  other_cents bigint,
  constraint payout_check check (num_nulls(charge_count, charge_cents, fee_cents, refund_cents, dispute_cents,
    other_cents) in (0, 6)),
  unique (gateway, payout_id)
);
create index payout_newest on payout (arrives_on desc, id desc);
create index payout_changed on payout (changed_at) where changed_at is not null;

-- Whom the gateway takes for the owner of a customer's cards. Kept when the registration ends, because charges refer to its cards.
create table gateway_customer (
  id bigint generated always as identity primary key,
  web_user_id bigint references web_user(id) on delete set null,
  gateway text not null,
  -- In live or in test mode: cards of one mode mean nothing in the other.
  is_live boolean not null,
  customer text not null,
  made_at timestamptz not null,
  unique (gateway, customer)
);
create unique index gateway_customer_of on gateway_customer (web_user_id, gateway, is_live);

-- A card stays when it is removed (`removed_at`), and is never charged again. When the same card is typed again, its row
-- takes the newer `method`, so that what refers to the row goes on.
create table saved_card (
  id bigint generated always as identity primary key,
  gateway_customer_id bigint not null references gateway_customer(id),
  -- The gateway's names for the card and for what saved it: a setup, or a charge.
  method text not null unique,
  setup text not null,
  brand text not null check (brand in ('Visa', 'Mastercard', 'Discover')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- The last month in which it is good.
  expires text not null check (expires ~ '^[0-9]{4}-[0-9]{2}$'),
  funding text not null check (funding in ('credit', 'debit', 'prepaid', 'unknown')),
  wallet text,
  -- Of the number: the same for the same card.
  fingerprint text not null,
  card_holder scrubbed_text not null,
  name scrubbed_text not null default '',
  is_default boolean not null default false,
  added_at timestamptz not null,
  added_by text not null,
  changed_by_bank_at timestamptz,
  removed_at timestamptz,
  removed_by text,
  -- When to ask the gateway for its present digits and expiry: its bank may have changed them.
  next_read_at timestamptz,
  -- The last email about the expiry: `2026-12 30`, thirty days before the end of that month.
  expiry_told text,
  constraint saved_card_check check ((removed_at is null) = (removed_by is null)),
  constraint saved_card_check1 check (removed_at is null or not is_default)
);
create unique index saved_card_same on saved_card (gateway_customer_id, fingerprint) where removed_at is null;
create unique index saved_card_default on saved_card (gateway_customer_id) where is_default;
create index saved_card_to_read on saved_card (next_read_at) where next_read_at is not null;
create index saved_card_expires on saved_card (expires, id) where removed_at is null;

-- Cards to detach at the gateway, after which nobody can charge them: removed ones, and those replaced by a newer method.
create table card_detachment (
  method text primary key,
  gateway_customer_id bigint not null references gateway_customer(id),
  asked_at timestamptz not null,
  -- Null once it is detached.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  last_error scrubbed_text,
  detached_at timestamptz,
  constraint card_detachment_check check ((next_try_at is null) = (detached_at is not null))
);
create index card_detachment_ended on card_detachment (detached_at) where detached_at is not null;
create index card_detachment_due on card_detachment (next_try_at) where next_try_at is not null;

-- The words of an agreement, as they were accepted. Kept forever: they are the authorization.
create table autopay_words (
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$') primary key,
  version text not null,
  words text not null,
  first_accepted_at timestamptz not null
);

-- One customer's standing order to pay the bills of one account.
create table autopay_agreement (
  id bigint generated always as identity primary key,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  person_id text not null,
  -- Null once the registration is gone; then the agreement ends.
  web_user_id bigint references web_user(id) on delete set null,
  saved_card_id bigint not null references saved_card(id),
  state text not null check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  -- Why it is paused or ended.
  reason text,
  -- `dueDate`, `daysBefore` with 1 to 28, or `dayOfMonth` with 1 to 31: on or before the due date.
  day_rule text not null check (day_rule in ('dueDate', 'daysBefore', 'dayOfMonth')),
  day_number integer not null check (day_number >= 0 and day_number <= 31),
  -- A bill above this is not taken at all. Null: no limit.
  most_cents bigint check (most_cents > 0),
  -- The customer wants the early notice of Regulation E only for amounts outside this range. Null: for every amount.
  range_low_cents bigint check (range_low_cents >= 0),
  range_high_cents bigint,
  ends_on date,
  words_sha256 text not null references autopay_words(sha256),
  accepted_at timestamptz not null,
  accepted_from text not null,
  -- Kept when the session is swept away.
  session_id bigint not null,
  changed_at timestamptz not null,
  -- The import whose bills were last looked at for it; 0 before the first.
  seen_import bigint not null default 0,
  -- The version of the words that were last accepted or mailed.
  told_version text not null default '',
  -- When to mail them again.
  tell_at timestamptz not null default (now() + '1 year'::interval),
  -- When the customer paid on the page with the card whose bank had asked for the customer: the agreement goes on.
  confirmed_at timestamptz,
  seen_at timestamptz,
  constraint autopay_agreement_check check (range_high_cents >= range_low_cents),
  constraint autopay_agreement_check1 check ((range_low_cents is null) = (range_high_cents is null)),
  constraint autopay_agreement_check2 check ((state = 'ACTIVE') = (reason is null))
);
create unique index autopay_agreement_one on autopay_agreement (account_id) where state <> 'ENDED';
create index autopay_agreement_to_see on autopay_agreement (seen_import, id) where state <> 'ENDED';
create index autopay_agreement_web_user on autopay_agreement (web_user_id);
create index autopay_agreement_card on autopay_agreement (saved_card_id) where state <> 'ENDED';
create index autopay_agreement_to_tell on autopay_agreement (tell_at, id) where state = 'ACTIVE';
create index autopay_agreement_confirmed on autopay_agreement (confirmed_at) where confirmed_at is not null;
create index autopay_agreement_stopped on autopay_agreement (id) where state = 'PAUSED' and reason <> 'staff'
    and (seen_at is null or seen_at < changed_at);

-- One-off payments that a customer has set for a later day, of one or several accounts.
create table payment_schedule (
  id bigint generated always as identity primary key,
  person_id text not null,
  web_user_id bigint references web_user(id) on delete set null,
  saved_card_id bigint not null references saved_card(id),
  pay_on date not null,
  canceled_at timestamptz,
  made_at timestamptz not null,
  made_from text not null,
  session_id bigint not null,
  request_key uuid,
  changes integer not null default 0
);
create unique index payment_schedule_request on payment_schedule (web_user_id, request_key);
create index payment_schedule_days on payment_schedule (web_user_id, pay_on);
create index payment_schedule_card on payment_schedule (saved_card_id);

-- What is to be charged for one account: one row per bill forever, or one per schedule.
create table planned_charge (
  id bigint generated always as identity primary key,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  agreement_id bigint references autopay_agreement(id),
  bill_id text,
  schedule_id bigint references payment_schedule(id),
  -- The row of the bill that this one was issued again for, and the first row of that chain; null when it is the first.
  replaces bigint unique references planned_charge(id),
  chain_id bigint references planned_charge(id),
  state text not null check (state in ('PLANNED', 'NOTIFIED', 'SENT', 'PAID', 'DECLINED', 'FAILED', 'SKIPPED')),
  -- Why it was skipped or failed.
  reason text,
  -- Why it waits although its day has come.
  held_for text,
  due_on date not null,
  -- In the utility's time zone: never charged before.
  charge_on date not null,
  -- What the customer chose for a schedule.
  asked_cents bigint check (asked_cents > 0),
  -- What the newest notice said, the notice's key in the outbox, how many there were, and when a mail server took it.
  noticed_cents bigint check (noticed_cents > 0),
  notice_key text,
  notices integer not null default 0,
  noticed_at timestamptz,
  -- Sends that the bank answered, and those that never got to it.
  tries integer not null default 0 check (tries >= 0 and tries <= 2),
  misfires integer not null default 0,
  made_at timestamptz not null,
  -- Null when nothing is left to do, or while the engine has it.
  next_step_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  -- When staff has seen what waits for a person, or it settled itself. What happens after that waits again.
  seen_at timestamptz,
  constraint planned_charge_check check ((agreement_id is null) = (bill_id is null)),
  constraint planned_charge_check1 check ((agreement_id is null) <> (schedule_id is null)),
  constraint planned_charge_check2 check ((schedule_id is null) = (asked_cents is null)),
  constraint planned_charge_check3 check ((replaces is null) = (chain_id is null)),
  constraint planned_charge_check4 check ((state not in ('NOTIFIED', 'SENT', 'PAID', 'DECLINED'))
    or noticed_at is not null and noticed_cents is not null),
  constraint planned_charge_check5 check ((state in ('PLANNED', 'NOTIFIED', 'DECLINED')) = (next_step_at is not null)),
  constraint planned_charge_check6 check ((state in ('FAILED', 'SKIPPED')) = (reason is not null))
);
create unique index planned_charge_bill on planned_charge (account_id, bill_id) where bill_id is not null;
create unique index planned_charge_schedule on planned_charge (schedule_id, account_id) where schedule_id is not null;
-- A bill and what it was issued again as are charged once, and two bills of one agreement never at the same time.
create unique index planned_charge_one_of_chain on planned_charge (coalesce(chain_id, id)) where state in ('SENT', 'PAID');
create unique index planned_charge_one_sent on planned_charge (agreement_id) where state = 'SENT';
create index planned_charge_due on planned_charge (next_step_at, id) where next_step_at is not null;
create index planned_charge_agreement on planned_charge (agreement_id, id) where agreement_id is not null;
create index planned_charge_failed on planned_charge (id) where state = 'FAILED' and seen_at is null;
create index planned_charge_late on planned_charge (due_on, id) where held_for is not null and seen_at is null;
-- What is to come, by day and by what holds it back.
create index planned_charge_by_day on planned_charge (charge_on, state) include (noticed_cents) where state in ('PLANNED',
    'NOTIFIED', 'SENT', 'DECLINED');
create index planned_charge_held on planned_charge (held_for, id) include (due_on,
    noticed_cents) where held_for is not null;
create index planned_charge_upcoming on planned_charge (account_id, charge_on, id) where state in ('PLANNED', 'NOTIFIED',
    'SENT', 'DECLINED');

-- One payment by one card for one or many accounts: the "overall payment" of the specification (A§3).
create table checkout (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  -- The session it belongs to, kept when that session is swept away.
  session_id bigint,
  idempotency_key uuid not null,
  -- SHA-256 of what was asked, without the card number: the same key with other content is refused.
  content_hash text not null,
  mode text not null check (mode in ('Online', 'Phoned-In')),
  source_code text check (source_code in ('CCV', 'CCM', 'CCD')),
  amount_cents bigint not null check (amount_cents >= 100 and amount_cents <= 9999999),
  account_count integer not null,
  confirmation_email scrubbed_text,
  state text not null check (state in ('DRAFT', 'EXPIRED', 'CHARGING', 'PAID', 'DECLINED', 'NOT_CHARGED', 'UNDECIDED',
    'REVERSING', 'REVERSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The payer has not said yet where the confirmation goes: a stepwise client says so after the charge (confirm-email).
  awaits_address boolean not null default false,
  -- Who made a payment (A§3): the username of the customer or the administrator whose session it was, kept when the session
  -- and the user are gone; null for a guest.
  paid_by text,
  planned_charge_id bigint references planned_charge(id),
  unique (session_id, idempotency_key),
  constraint checkout_card_and_accounts check ((state in ('DRAFT', 'EXPIRED')) and source_code is null
    and account_count = 0 or (state not in ('DRAFT', 'EXPIRED')) and source_code is not null and account_count > 0),
  constraint checkout_has_payer check ((session_id is null) = (planned_charge_id is not null))
);
create index checkout_created on checkout (created_at desc, id desc);
-- One session has one open draft of one content: beginning it again answers with the same one.
create unique index checkout_open_draft on checkout (session_id, content_hash) where state = 'DRAFT';
create index checkout_draft_age on checkout (created_at) where state = 'DRAFT';
create index checkout_planned_charge on checkout (planned_charge_id, id) where planned_charge_id is not null;

-- One account of a checkout: the "individual payment" (A§3).
create table checkout_item (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  ordinal integer not null check (ordinal > 0),
  amount_cents bigint not null check (amount_cents > 0),
  service_location text not null,
  -- saved, then PAID or DECLINED (A§4).
  status text not null default 'saved' check (status in ('saved', 'PAID', 'DECLINED')),
  -- In a draft: saved before the draft was begun anew; gone as soon as an account is saved after that.
  is_earlier boolean not null default false,
  unique (checkout_id, account_id),
  unique (checkout_id, ordinal)
);
create index checkout_item_account on checkout_item (account_id, id desc);

-- One try at charging a card. Its row is committed before the one request to the gateway leaves.
create table charge_attempt (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  -- Ours, unique for ever; the gateway's search finds the charge by it.
  reference text not null unique,
  amount_cents bigint not null,
  brand text not null check (brand in ('Visa', 'Mastercard', 'Discover')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  card_holder scrubbed_text not null,
  state text not null check (state in ('INTENT', 'CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN', 'ESCALATED',
    'REVERSING', 'REVERSED')),
  sent_at timestamptz not null,
  decided_at timestamptz,
  -- Look-ups at the gateway while the outcome is unknown: how many were made, how many proved an absence, which comes next.
  looks integer not null default 0,
  misses integer not null default 0,
  next_look_at timestamptz,
  lease_until timestamptz,
  -- Rises with every lease and every decision: whoever holds an older one cannot write.
  epoch integer not null default 0,
  -- The gateway's answer, copied field by field.
  transaction_tag text unique constraint charge_attempt_no_long_digits check (transaction_tag !~ '[0-9]{13}'),
  authorization_number scrubbed_text,
  sequence_number scrubbed_text,
  exact_code scrubbed_text,
  exact_message scrubbed_text,
  bank_code scrubbed_text,
  bank_message scrubbed_text,
  avs scrubbed_text,
  cvv2 scrubbed_text,
  gateway_record scrubbed_text,
  mode text not null check (mode in ('Online', 'Phoned-In')),
  paid_by text,
  -- When a look first found it listed; null while none has.
  listed_at timestamptz,
  -- Only that gateway can be asked about it or give it back.
  gateway text not null default 'gge4',
  saved_card_id bigint references saved_card(id),
  decline_code scrubbed_text,
  advice_code scrubbed_text,
  network_decline_code scrubbed_text,
  network_advice_code scrubbed_text,
  network_transaction_id scrubbed_text,
  made_by text not null default 'person' check (made_by in ('person', 'autoPay', 'schedule'))
);
-- A checkout never has two attempts that charged or may have charged.
create unique index charge_attempt_one_live on charge_attempt (checkout_id) where state in ('INTENT', 'UNKNOWN',
    'ESCALATED', 'CHARGED', 'REVERSING');
create index charge_attempt_due on charge_attempt (next_look_at) where next_look_at is not null;
create unique index charge_attempt_checkout on charge_attempt (checkout_id);
create index charge_attempt_by_amount on charge_attempt (amount_cents desc, id desc);
create index charge_attempt_by_authorization on charge_attempt (upper(authorization_number::text), sent_at desc,
    id desc) where authorization_number is not null;
-- What the desk lists, each kind by payment, oldest first. These hold what is open and little else.
create index charge_attempt_unclear on charge_attempt (checkout_id) where state in ('UNKNOWN', 'ESCALATED');
-- The beginning of a username, in any capitals.
create index charge_attempt_by_payer on charge_attempt (lower(paid_by) text_pattern_ops, sent_at desc,
    id desc) include (paid_by, mode, brand, state, amount_cents) where paid_by is not null;
create index charge_attempt_by_last_four on charge_attempt (last_four, sent_at desc, id desc) include (mode, brand, state,
    amount_cents);
-- What the gateway took back by itself on a day, for the letter to finance. Charges seldom are, so the index is small.
create index charge_attempt_reversed_at on charge_attempt (decided_at) where state = 'REVERSED';
-- What was decided long after it was sent. A daily run begins two hours after the end of its day at the earliest.
create index charge_attempt_decided_late on charge_attempt (decided_at) where (decided_at - sent_at) > '02:00:00'::interval;
create index charge_attempt_saved_card on charge_attempt (saved_card_id) where saved_card_id is not null;
-- The list as it is first shown: newest first; sums of a few hours are read from it alone.
create index charge_attempt_by_time on charge_attempt (sent_at desc, id desc) include (mode, brand, state, amount_cents,
    made_by);
create index charge_attempt_planned on charge_attempt (made_by, sent_at desc, id desc) include (mode, brand, state,
    amount_cents) where made_by <> 'person';

-- While a payment of an account is undecided the account is held: nobody can start another one (R19).
create table account_hold (
  account_id text primary key,
  attempt_id bigint not null references charge_attempt(id),
  held_at timestamptz not null
);
create index account_hold_attempt on account_hold (attempt_id);

-- What has to be recorded in the billing system for a charged checkout: one row per account.
create table posting (
  item_id bigint primary key references checkout_item(id),
  checkout_id bigint not null references checkout(id),
  receipt_number text not null unique constraint posting_no_long_digits check (receipt_number !~ '[0-9]{13}'),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('PENDING', 'POSTING', 'POSTED', 'REJECTED', 'CANCEL_DUE', 'CANCELLING',
    'CANCELLED', 'CANCEL_REJECTED')),
  next_try_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0,
  billing_reference text,
  posted_at timestamptz,
  last_error scrubbed_text,
  cancelled_at timestamptz
);
create index posting_due on posting (next_try_at) where state in ('PENDING', 'POSTING');
create index posting_checkout on posting (checkout_id);
create index posting_to_cancel on posting (next_try_at) where state in ('CANCEL_DUE', 'CANCELLING');
create index posting_unsettled on posting (checkout_id) where state in ('PENDING', 'POSTING', 'REJECTED', 'CANCEL_DUE',
    'CANCELLING', 'CANCEL_REJECTED');
create index posting_cancelled on posting (cancelled_at) where cancelled_at is not null;

-- Double entry in cents: the entries of one checkout always add up to zero. Append-only.
create table ledger_entry (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  item_id bigint references checkout_item(id),
  -- card: owed to us by the gateway; unposted: owed to the billing system; posted: recorded there.
  book text not null check (book in ('card', 'unposted', 'posted', 'disputed')),
  amount_cents bigint not null check (amount_cents <> 0),
  entered_at timestamptz not null,
  -- disputed: taken from the card's money until the bank decides. Why money moved when it was neither the charge nor its refund.
  cause text check (cause in ('disputed', 'disputeReturned', 'refundFailed', 'givenBack'))
);
create index ledger_entry_checkout on ledger_entry (checkout_id);
-- When the card of a stepwise payment is charged, the accounts of its draft are written anew, and for each one that is
-- deleted PostgreSQL looks for ledger entries. Without this index it reads the whole ledger each time.
create index ledger_entry_item on ledger_entry (item_id) where item_id is not null;

-- Every move of every state, in order per checkout, with the partners' answers (scrubbed): the transaction log of A§3.
create table payment_event (
  checkout_id bigint not null references checkout(id),
  sequence integer not null,
  at timestamptz not null,
  subject text not null check (subject in ('checkout', 'attempt', 'posting', 'letter', 'reversal', 'dispute')),
  subject_id bigint not null,
  from_state text,
  to_state text,
  detail jsonb not null check (detail::text !~ '[0-9]{13}'),
  primary key (checkout_id, sequence)
);

-- One void or refund of one charge at the gateway. Its row is committed before the one request for it leaves.
create table reversal (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  attempt_id bigint not null references charge_attempt(id),
  -- The charge that is given back, as the gateway names it: the attempt's own or a second one for its reference.
  transaction_tag text not null constraint reversal_no_long_digits check (transaction_tag !~ '[0-9]{13}'),
  authorization_number scrubbed_text not null,
  amount_cents bigint not null check (amount_cents > 0),
  kind text not null check (kind in ('void', 'refund')),
  -- Ours, unique for ever: the gateway's search finds the void or refund by it.
  reference text not null unique,
  -- Why, and who asked for it.
  reason scrubbed_text not null,
  requested_by text not null,
  state text not null check (state in ('REQUESTED', 'SENT', 'UNKNOWN', 'DONE', 'REFUSED')),
  requested_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  misses integer not null default 0,
  lease_until timestamptz,
  epoch integer not null default 0,
  -- What a charge is given back for: it decides what the payer reads.
  cause text not null check (cause in ('paidOtherwise', 'secondCharge', 'lateCharge', 'refund', 'returned')),
  -- A void or refund that the gateway refuses, and that nothing follows by itself: set with the refusal, taken away when the
  -- charge is given back after all or a person has seen to it.
  needs_person boolean not null default false,
  gateway text not null default 'gge4',
  -- A refund that the gateway had made and that the card's bank returned. returned: what replaces it.
  failed_at timestamptz
);
-- A charge is given back once: another void or refund only after the last one was refused.
create unique index reversal_one_live on reversal (transaction_tag) where state <> 'REFUSED';
create index reversal_due on reversal (next_try_at) where state in ('REQUESTED', 'SENT', 'UNKNOWN');
create index reversal_checkout on reversal (checkout_id);
create index reversal_sent on reversal (sent_at);
create index reversal_unsettled on reversal (checkout_id) where (state in ('REQUESTED', 'SENT', 'UNKNOWN')) or needs_person;
create index reversal_done_at on reversal (decided_at) where state = 'DONE';
create index reversal_decided on reversal (decided_at);

-- Someone of finance wants a whole payment given back. It is asked of the engine when a second person has agreed.
create table give_back_request (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  amount_cents bigint not null check (amount_cents > 0),
  reason scrubbed_text not null,
  -- Administrators are deleted, their names stay.
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  state text not null default 'ASKED' check (state in ('ASKED', 'APPROVED', 'REJECTED')),
  decided_by bigint,
  decided_by_name text,
  decided_at timestamptz,
  note scrubbed_text,
  -- A charge that the gateway refuses to give back may have been given back in its console: a request
  -- that names the refused void or refund asks for that to be recorded, and not for anything to be sent.
  refused_reversal_id bigint references reversal(id),
  -- A request may also ask that an escalated payment be settled by hand, when the gateway could not say what became of it: the
  -- finding, with the gateway's numbers if it was charged, and why the gateway could not say.
  finding text check (finding in ('charged', 'notCharged')),
  transaction_tag text constraint give_back_request_no_long_digits check (transaction_tag !~ '[0-9]{13}'),
  authorization_number text check (authorization_number ~ '^[0-9A-Za-z]{1,8}$'),
  gateway_said scrubbed_text,
  constraint give_back_request_check check ((state = 'ASKED') = (decided_at is null)),
  constraint give_back_request_check1 check (state <> 'APPROVED' or decided_by <> requested_by),
  constraint give_back_request_finding check ((finding is not null
    and finding = 'charged') = (transaction_tag is not null)
    and (transaction_tag is null) = (authorization_number is null) and (finding is null or refused_reversal_id is null))
);
create unique index give_back_request_open on give_back_request (checkout_id) where state = 'ASKED';
create index give_back_request_checkout on give_back_request (checkout_id, id);

create table finance_entry (
  id bigint generated always as identity primary key,
  -- Where it comes from: one of the three.
  ledger_entry_id bigint unique references ledger_entry(id),
  reversal_id bigint references reversal(id),
  attempt_id bigint references charge_attempt(id),
  kind text not null check (kind in ('charged', 'givenBack', 'posted', 'cancelled', 'strayCharged', 'strayGivenBack',
    'disputed', 'disputeReturned', 'refundFailed')),
  mode text not null,
  brand text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The moment whose day it belongs to, and the one at which it became known.
  belongs_at timestamptz not null,
  known_at timestamptz not null,
  -- The summary that tells of it; null until then.
  summary date references finance_summary(day),
  constraint finance_entry_check check (num_nonnulls(ledger_entry_id, reversal_id, attempt_id) = 1)
);
create unique index finance_entry_reversal on finance_entry (reversal_id, kind) where reversal_id is not null;
create unique index finance_entry_attempt on finance_entry (attempt_id, kind) where attempt_id is not null;
create index finance_entry_open on finance_entry (belongs_at) where summary is null;
create index finance_entry_summary on finance_entry (summary) where summary is not null;

-- A bank's claim that a card holder did not agree to a charge, or its warning of one.
create table dispute (
  id bigint generated always as identity primary key,
  checkout_id bigint not null references checkout(id),
  gateway text not null,
  tag scrubbed_text not null,
  -- May be less than the payment.
  amount_cents bigint not null check (amount_cents > 0),
  reason scrubbed_text not null,
  state text not null check (state in ('WARNED', 'ASKED', 'OPEN', 'WON', 'LOST', 'CLOSED')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  decided_at timestamptz,
  -- Its loss took the payment back, and its postings are canceled.
  took_back boolean not null default false,
  needs_person boolean not null,
  unique (gateway, tag)
);
create index dispute_checkout on dispute (checkout_id);
create index dispute_unsettled on dispute (checkout_id) where needs_person;

-- A card on its way to be saved: by a setup that charges nothing, or by a payment. Work goes on with it when its page is gone.
create table card_saving (
  id bigint generated always as identity primary key,
  gateway_customer_id bigint not null references gateway_customer(id),
  -- The gateway's setup, recorded before it is confirmed; null for a payment, and until the setup is made.
  setup text unique,
  attempt_id bigint unique references charge_attempt(id),
  name scrubbed_text not null default '',
  saved_by text not null,
  begun_at timestamptz not null,
  -- Null once it has ended.
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  ended_at timestamptz,
  -- Null when no card came of it.
  saved_card_id bigint references saved_card(id),
  constraint card_saving_check check ((next_try_at is null) = (ended_at is not null)),
  constraint card_saving_check1 check (setup is null or attempt_id is null)
);
create index card_saving_due on card_saving (next_try_at) where next_try_at is not null;
create index card_saving_ended on card_saving (ended_at) where ended_at is not null;

-- Every move of agreements, schedules and planned charges, in order.
create table autopay_event (
  id bigint generated always as identity primary key,
  agreement_id bigint references autopay_agreement(id),
  planned_charge_id bigint references planned_charge(id),
  at timestamptz not null,
  from_state text,
  to_state text not null,
  detail jsonb not null check (detail::text !~ '[0-9]{13}')
);
create index autopay_event_agreement on autopay_event (agreement_id, id) where agreement_id is not null;
create index autopay_event_charge on autopay_event (planned_charge_id, id) where planned_charge_id is not null;
create index autopay_event_failed on autopay_event (at) where to_state = 'FAILED';

-- How many charges left in an hour: people who pay by hand come first at the gateway.
create table autopay_hour (
  hour timestamptz primary key,
  sent integer not null
);

-- What is in a payout: the gateway's balance transactions. Amounts are as in migration 0051: what lowers it is negative.
create table payout_item (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout(id),
  -- The gateway's.
  item_id scrubbed_text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'other')),
  -- Of the charge that it is, or is about.
  tag scrubbed_text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  unique (payout_id, item_id)
);
create index payout_item_in_order on payout_item (payout_id, id);
create index payout_item_charge on payout_item (tag) where kind = 'charge';

-- A customer's consent to one kind of message by one channel, about one account.
create table notification_choice (
  web_user_id bigint not null references web_user(id) on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  kind text not null,
  channel text not null check (channel in ('email', 'text')),
  -- The version of the words that were shown.
  words text not null,
  chosen_at timestamptz not null,
  chosen_from text not null,
  primary key (web_user_id, account_id, kind, channel)
);
create index notification_choice_account on notification_choice (account_id, web_user_id);
create index notification_choice_announcement on notification_choice (web_user_id, account_id) where kind = 'announcement';

-- An address that a customer has shown to be theirs, or was asked to.
create table proven_address (
  web_user_id bigint not null references web_user(id) on delete cascade,
  channel text not null check (channel in ('email', 'text')),
  address text not null,
  -- Of the secret that was sent there; null once it was used.
  secret_sha256 bytea,
  secret_until timestamptz,
  wrong_tries integer not null default 0,
  proven_at timestamptz,
  primary key (web_user_id, channel, address)
);
-- Who uses an address.
create index proven_address_owner on proven_address (channel, address);

-- An address that gets nothing more, whoever shares it.
create table stopped_address (
  channel text not null check (channel in ('email', 'text')),
  address text not null,
  why text not null check (why in ('stop', 'bounced', 'complained', 'undelivered')),
  since timestamptz not null,
  -- By which the list is paged, the newest first.
  id bigint generated always as identity,
  primary key (channel, address)
);
create unique index stopped_address_id on stopped_address (id);

-- One look at the accounts: after an import, and on each day.
create table notification_scan (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  day date not null,
  after_account text not null default '',
  begun_at timestamptz not null,
  done_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  unique (import_id, day)
);
create index notification_scan_open on notification_scan (id) where done_at is null;

-- What a scan found of a kind. Far more than usual waits for a person.
create table notification_run (
  scan_id bigint not null references notification_scan(id),
  kind text not null,
  found integer not null default 0,
  state text not null check (state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED', 'DONE')),
  release_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  -- What a person decided about a run that waited.
  decision text check (decision in ('release', 'drop')),
  constraint notification_run_check check (state <> 'OPEN' or release_at is not null),
  primary key (scan_id, kind)
);
create index notification_run_open on notification_run (scan_id) where state in ('FINDING', 'WAITING', 'OPEN', 'DROPPED');
create index notification_run_done on notification_run (kind, scan_id) where state = 'DONE';

-- One message to one person. The key makes it one, however often its cause is imported.
create table notification (
  id bigint generated always as identity primary key,
  kind text not null,
  web_user_id bigint not null references web_user(id) on delete cascade,
  account_id text not null,
  -- The billing system's or the portal's name of what it is about, never an import's.
  cause text not null,
  channel text not null check (channel in ('email', 'text')),
  scan_id bigint,
  -- What the message says, in cents and calendar dates.
  facts jsonb not null check (facts::text !~ '[0-9]{13}'),
  state text not null check (state in ('HELD', 'READY', 'HANDING_OVER', 'ACCEPTED', 'DELIVERED', 'UNDELIVERED', 'REFUSED',
    'UNKNOWN', 'DROPPED')),
  -- Why it was dropped or refused.
  reason scrubbed_text,
  -- Where it went.
  address text,
  found_at timestamptz not null,
  due_at timestamptz,
  expires_at timestamptz not null,
  tries integer not null default 0,
  lease_until timestamptz,
  epoch bigint not null default 0,
  settled_at timestamptz,
  broadcast_id bigint,
  constraint notification_check check ((state = 'READY') = (due_at is not null)),
  unique (kind, web_user_id, account_id, cause, channel)
);
create index notification_due on notification (channel, due_at, id) where due_at is not null;
create index notification_handing_over on notification (lease_until) where state = 'HANDING_OVER';
create index notification_number on notification (address, id) where channel = 'text';
create index notification_held on notification (scan_id, kind, id) where state = 'HELD';
create index notification_of_user on notification (web_user_id, id);
create index notification_found_at on notification (found_at);
-- Tests leave at night, too.
create index notification_test_due on notification (channel, due_at, id) where due_at is not null and kind = 'test';
-- What was refused lately, and what has no answer. The latter serves texts, too.
create index notification_refused on notification (channel, settled_at) where state = 'REFUSED';
create index notification_unanswered on notification (channel, settled_at) where state = 'UNKNOWN';
create index notification_broadcast on notification (broadcast_id, state) where broadcast_id is not null;
-- One announcement to a person, and to an address that people share.
create unique index notification_once_each on notification (cause, channel, web_user_id) where kind = 'announcement';
create unique index notification_once_there on notification (cause, channel, lower(address)) where kind = 'announcement';

-- When the next message may leave by a channel: a pace that all processes share.
create table notification_pace (
  channel text primary key,
  free_at timestamptz not null
);

-- A customer's agreement to get no paper bills of one account. Turned off by its customer, it is deleted.
create table paperless_choice (
  id bigint generated always as identity unique,
  web_user_id bigint not null references web_user(id) on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The version of the words that were shown.
  words text not null,
  agreed_at timestamptz not null,
  agreed_from text not null,
  -- When the billing system was told; null while the address is not confirmed.
  started_at timestamptz,
  -- The day of the extract that first had it, after the last change.
  confirmed_on date,
  -- Since when bills go by mail again, and why: the utility's records said so, or emails did not arrive.
  ended_on date,
  ended_why text check (ended_why in ('records', 'emails')),
  -- As last seen, in lower case; null: none on file.
  address text,
  -- Why its emails do not arrive, and since when.
  trouble text check (trouble in ('stopped', 'unproven', 'none')),
  trouble_since timestamptz,
  -- The import it was last compared with.
  compared_import bigint not null default 0,
  constraint paperless_choice_check check ((ended_on is null) = (ended_why is null)),
  constraint paperless_choice_check1 check ((trouble is null) = (trouble_since is null)),
  constraint paperless_choice_check2 check (trouble is null or ended_on is null),
  primary key (web_user_id, account_id)
);
create index paperless_to_compare on paperless_choice (compared_import, id) where started_at is not null
    and ended_on is null;
create index paperless_address on paperless_choice (address) where started_at is not null and ended_on is null;
create index paperless_trouble on paperless_choice (id) where trouble is not null;

-- What was reported of an email of ours, or answered as it was handed over: counted once, however often it is told.
create table email_trouble (
  id bigint generated always as identity primary key,
  -- `notification 12` or `letter 7`.
  email text not null check (email ~ '^(notification|letter) [0-9]+$'),
  kind text not null check (kind in ('failed', 'complained')),
  address text not null,
  -- RFC 3463; null when nothing but the failure was told.
  status text check (status ~ '^[245][.][0-9]{1,3}[.][0-9]{1,3}$'),
  effect text not null check (effect in ('stop', 'count', 'alarm')),
  at timestamptz not null,
  unique (email, kind)
);
create index email_trouble_address on email_trouble (address, at);
create index email_trouble_at on email_trouble (at);

-- Messages that staff send to customers who chose announcements (docs/notifications.md).
create table broadcast (
  id bigint generated always as identity primary key,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'REVIEW', 'SENDING', 'SENT', 'STOPPED')),
  -- Rises with each change and move: who acts on it names the one they saw.
  version integer not null default 1,
  subject scrubbed_text not null,
  body scrubbed_text not null,
  text_words scrubbed_text not null,
  channels text[] not null check (channels <@ array['email', 'text'] and cardinality(channels) > 0),
  -- Null: all.
  villages text[],
  written_by bigint not null,
  written_by_name text not null,
  written_at timestamptz not null,
  asked_by bigint,
  asked_by_name text,
  asked_at timestamptz,
  approved_by_name text,
  approved_at timestamptz,
  stopped_by_name text,
  stopped_at timestamptz,
  -- Its recipients are looked for in the order of their numbers, up to this one.
  after_user bigint not null default 0,
  found integer not null default 0,
  found_all_at timestamptz,
  lease_until timestamptz,
  epoch bigint not null default 0,
  -- When none of its messages waits any more.
  done_at timestamptz,
  constraint broadcast_check check (state <> 'REVIEW' or asked_at is not null),
  constraint broadcast_check1 check ((state not in ('SENDING', 'SENT', 'STOPPED')) or approved_at is not null),
  constraint broadcast_check2 check ((state = 'STOPPED') = (stopped_at is not null)),
  constraint broadcast_check3 check (done_at is null or (state in ('SENT', 'STOPPED')))
);
create index broadcast_open on broadcast (id) where (state in ('SENDING', 'STOPPED')) and done_at is null;

-- Discrepancies that are neither settled nor gone when a later run of their day looked again.
create view open_discrepancy as
  select discrepancy.* from discrepancy
  where settled_at is null and not exists (
    select from reconciliation_run run
    where run.day = discrepancy.day and run.outcome in ('agreed', 'differs') and run.started_at > discrepancy.last_seen_at);

-- As migration 0040 has it, with money that moved again after a refund or by a dispute: on the day of its entry. A refund
-- that was returned and is under way again still counts on its own day.
create view finance_move as
  select entry.id as ledger_entry_id, null::bigint as reversal_id, null::bigint as attempt_id,
    case entry.book when 'card' then 'charged' else 'posted' end as kind,
    attempt.mode, attempt.brand, abs(entry.amount_cents) as amount_cents,
    attempt.sent_at as belongs_at, entry.entered_at as known_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents > 0) or (entry.book = 'posted' and entry.amount_cents < 0))
  union all
  select entry.id, null, null,
    case entry.book when 'card' then 'givenBack' else 'cancelled' end,
    attempt.mode, attempt.brand, abs(entry.amount_cents), attempt.decided_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
    and attempt.state in ('REVERSED', 'REVERSING')
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents < 0) or (entry.book = 'posted' and entry.amount_cents > 0))
  union all
  select entry.id, null, null, entry.cause,
    attempt.mode, attempt.brand, abs(entry.amount_cents), entry.entered_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is not null and entry.book = 'card'
  union all
  select null, reversal.id, null, 'strayCharged',
    attempt.mode, attempt.brand, reversal.amount_cents, attempt.sent_at, reversal.requested_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and not exists (
    select from reversal earlier where earlier.checkout_id = reversal.checkout_id
      and earlier.transaction_tag = reversal.transaction_tag and earlier.id < reversal.id)
  union all
  select null, reversal.id, null, 'strayGivenBack',
    attempt.mode, attempt.brand, reversal.amount_cents, reversal.decided_at, reversal.decided_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and (reversal.state = 'DONE' or reversal.failed_at is not null)
  union all
  select null, reversal.id, null, 'refundFailed',
    attempt.mode, attempt.brand, reversal.amount_cents, reversal.failed_at, reversal.failed_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and reversal.failed_at is not null
  union all
  select null, null, attempt.id, 'strayCharged',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.sent_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag)
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id)
  union all
  select null, null, attempt.id, 'strayGivenBack',
    attempt.mode, attempt.brand, attempt.amount_cents, attempt.decided_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag and reversal.state = 'DONE')
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id);

-- A posting exists only for a charge that happened, for exactly the item's amount.
create function posting_needs_charge() returns trigger language plpgsql as $$
begin
  if not exists (
    select from checkout_item item
    join charge_attempt attempt on attempt.checkout_id = item.checkout_id and attempt.state = 'CHARGED'
    where item.id = new.item_id and item.amount_cents = new.amount_cents and item.checkout_id = new.checkout_id
  ) then
    raise exception 'a posting needs a charged attempt and the amount of its item';
  end if;
  return new;
end $$;
create trigger posting_needs_charge before insert on posting
  for each row execute function posting_needs_charge();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before delete or update on payment_event
  for each row execute function append_only();
create trigger append_only before delete or update on ledger_entry
  for each row execute function append_only();
create trigger append_only before delete or update on autopay_event
  for each row execute function append_only();

-- Never more than was charged.
create function reversal_within_charge() returns trigger language plpgsql as $$
begin
  if new.amount_cents > (select amount_cents from charge_attempt where id = new.attempt_id) then
    raise exception 'a reversal cannot give back more than was charged';
  end if;
  return new;
end $$;
create trigger reversal_within_charge before insert or update of amount_cents on reversal
  for each row execute function reversal_within_charge();

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to';
end
$$;
create trigger audit_entry_stays before delete or update or truncate on audit_entry
  for each statement execute function audit_entry_stays();

-- A payment that is settled late, or given back, makes the sum of its hour out of date. Hours of just now have no mark yet,
-- so that payments under way never wait for one another here.
create function payment_hour_changes() returns trigger language plpgsql as $$
begin
  update payment_hour_mark set version = version + 1, is_summed = false
    where hour = date_trunc('hour', new.sent_at, 'UTC');
  return null;
end
$$;
create trigger payment_hour_changes after update of state on charge_attempt
  for each row when (old.state is distinct from new.state) execute function payment_hour_changes();

-- Never more than was charged.
create function give_back_within_charge() returns trigger language plpgsql as $$
begin
  if new.amount_cents <> (select amount_cents from charge_attempt where checkout_id = new.checkout_id) then
    raise exception 'a payment is given back whole';
  end if;
  return new;
end $$;
create trigger give_back_within_charge before insert or update of amount_cents on give_back_request
  for each row execute function give_back_within_charge();

-- Adds an entry to the audit log in one round trip (docs/decisions/017): whoever adds one holds up everybody else who does,
-- from the lock to the end of the transaction. `content` is what the entry's hash covers after the hash of the entry before;
-- the server writes it (foundation/audit/chain.ts). Each statement of a volatile function sees what was committed before
-- it, so the one after the lock sees the last entry.
create function append_audit_entry(at timestamp with time zone, actor_kind text, actor_id bigint, actor text, action text,
  outcome text, subject text, address text, request_id text, before_change text, after_change text,
  content text) returns void language plpgsql as $$
begin
  -- One lock for the chain. Any number that no other lock of the portal has.
  perform pg_advisory_xact_lock(4155001);
  insert into audit_entry (at, actor_kind, actor_id, actor, action, outcome, subject, address, request_id, before_change,
    after_change, hash)
  values (at, actor_kind, actor_id, actor, action, outcome, subject, address, request_id, before_change, after_change,
    sha256(
      coalesce((select last.hash from audit_entry last order by last.id desc limit 1), decode(repeat('00', 32), 'hex'))
      || convert_to(content, 'UTF8')));
end
$$;

-- The database itself keeps days with their hours: servers of the version before sum hours, too, and know of no days.
-- Payments are never deleted, so an hour that is summed anew is put in again whenever it was there before.
create function payment_day_changes() returns trigger language plpgsql set "TimeZone" to 'UTC' as $$
declare
  days timestamptz[] := array(select distinct date_trunc('day', hour, 'UTC') from changed);
begin
  delete from payment_day where day = any(days);
  insert into payment_day (day, mode, brand, is_paid, made_by, payments, amount_cents)
    select day, mode, brand, is_paid, made_by, sum(payments), sum(amount_cents)
    from unnest(days) as day join payment_hour on hour >= day and hour < day + interval '1 day'
    group by day, mode, brand, is_paid, made_by
    order by day;
  return null;
end
$$;
create trigger payment_day_changes after insert on payment_hour referencing new table as changed
  for each statement execute function payment_day_changes();

-- A contact change is numbered by the second in which it was made, or by one more than the last one: a database that was
-- restored from a copy would count on from the copy, and give a person's next change a number that the billing system has
-- made another change of that person under. The next extract would then be taken to contain it.
create function cis.number_contact_change() returns trigger language plpgsql as $$
begin
  -- Any fixed number. Whoever numbers a change holds it until the change is in the database.
  perform pg_advisory_xact_lock(7001005);
  select greatest(floor(extract(epoch from new.changed_at))::bigint, max(change_number) + 1)
    into new.change_number from cis.contact_change;
  return new;
end $$;
create trigger contact_change_number before insert on cis.contact_change
  for each row execute function cis.number_contact_change();

-- An entry never changes, and once it is in a summary, it stays there.
create function finance_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'an entry is in one summary and never changes';
end $$;
create trigger finance_entry_stays before delete on finance_entry
  for each row execute function finance_entry_stays();
create trigger finance_entry_stays_in_summary before update on finance_entry
  for each row when (old.summary is not null or (old.id, old.ledger_entry_id, old.reversal_id, old.attempt_id, old.kind,
    old.mode, old.brand, old.amount_cents) is distinct from (new.id, new.ledger_entry_id, new.reversal_id, new.attempt_id,
    new.kind, new.mode, new.brand, new.amount_cents) or (old.belongs_at, old.known_at) is distinct from (new.belongs_at,
    new.known_at)) execute function finance_entry_stays();

-- The database itself makes the entries: servers of the version before charge cards, too, and know of no entries.
create function finance_entry_of_ledger() returns trigger language plpgsql as $$
begin
  insert into finance_entry (ledger_entry_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select ledger_entry_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where ledger_entry_id = new.id;
  return null;
end $$;
create trigger finance_entry_of_ledger after insert on ledger_entry
  for each row when (new.book <> 'unposted') execute function finance_entry_of_ledger();

create function finance_entry_of_reversal() returns trigger language plpgsql as $$
begin
  insert into finance_entry (reversal_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select reversal_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where reversal_id = new.id
    on conflict do nothing;
  return null;
end $$;
create trigger finance_entry_of_reversal after insert or update of state on reversal
  for each row when (new.cause <> 'refund') execute function finance_entry_of_reversal();

create function finance_entry_of_attempt() returns trigger language plpgsql as $$
begin
  insert into finance_entry (attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at)
    select attempt_id, kind, mode, brand, amount_cents, belongs_at, known_at
    from finance_move where attempt_id = new.id;
  return null;
end $$;
create trigger finance_entry_of_attempt after update of state on charge_attempt
  for each row when (new.state = 'REVERSED'
    and old.state is distinct from new.state) execute function finance_entry_of_attempt();

-- Whoever ends a registration (docs/operations.md) leaves no card behind that could be charged.
create function remove_cards_of_web_user() returns trigger language plpgsql as $$
begin
  with removed as (
    update saved_card set removed_at = now(), removed_by = '', is_default = false
    from gateway_customer owner
    where owner.id = saved_card.gateway_customer_id and owner.web_user_id = old.id and removed_at is null
    returning saved_card.method, saved_card.gateway_customer_id)
  insert into card_detachment (method, gateway_customer_id, asked_at, next_try_at)
  select method, gateway_customer_id, now(), now() from removed;
  return old;
end $$;
create trigger web_user_cards before delete on web_user
  for each row execute function remove_cards_of_web_user();

insert into maintenance_switch (id, name, is_off, changed_at) values
  (1, 'login', false, now()),
  (2, 'payNow', false, now()),
  (3, 'autoPay', false, now()),
  (4, 'notifications', false, now());

insert into security_question (id, text, position) values
  (1, 'What was the name of your first school?', 1),
  (2, 'What is the name of the village where you grew up?', 2),
  (3, 'What was the name of your first pet?', 3),
  (4, 'What is your mother''s middle name?', 4),
  (5, 'What was the make of your first car?', 5),
  (6, 'What is the name of your favorite teacher?', 6),
  (7, 'What was the street of your childhood home?', 7),
  (8, 'What is your favorite food?', 8);

insert into survey_question (sequence, prompt) values
  (1, 'How long have you been our customer?'),
  (2, 'What kind of customer are you?'),
  (3, 'How do you usually pay your bill?'),
  (4, 'How did you hear about this portal?'),
  (5, 'How satisfied are you with the quality of your water?'),
  (6, 'How satisfied are you with the reliability of your water service?'),
  (7, 'How easy is your bill to understand?'),
  (8, 'How easy is this portal to use?'),
  (9, 'How satisfied are you with our customer service?'),
  (10, 'What could we do better?');

insert into survey_possible_answer (sequence, position, value, description) values
  (1, 1, 'LESS1', 'Less than 1 year'),
  (1, 2, '1TO5', '1 to 5 years'),
  (1, 3, '6TO10', '6 to 10 years'),
  (1, 4, 'MORE10', 'More than 10 years'),
  (2, 1, 'HOME', 'Residential'),
  (2, 2, 'BUSINESS', 'Business'),
  (2, 3, 'GOVERNMENT', 'Government'),
  (2, 4, 'OTHER', 'Other'),
  (3, 1, 'PORTAL', 'On this portal'),
  (3, 2, 'PHONE', 'By phone'),
  (3, 3, 'OFFICE', 'At an office'),
  (3, 4, 'MAIL', 'By mail'),
  (3, 5, 'AUTO', 'Automatically from my bank account'),
  (4, 1, 'BILL', 'On my bill'),
  (4, 2, 'OFFICE', 'At an office'),
  (4, 3, 'NEWS', 'In the news'),
  (4, 4, 'FRIEND', 'From family or friends'),
  (4, 5, 'WEB', 'Online'),
  (5, 1, 'VS', 'Very satisfied'),
  (5, 2, 'S', 'Satisfied'),
  (5, 3, 'N', 'Neither satisfied nor dissatisfied'),
  (5, 4, 'D', 'Dissatisfied'),
  (5, 5, 'VD', 'Very dissatisfied'),
  (6, 1, 'VS', 'Very satisfied'),
  (6, 2, 'S', 'Satisfied'),
  (6, 3, 'N', 'Neither satisfied nor dissatisfied'),
  (6, 4, 'D', 'Dissatisfied'),
  (6, 5, 'VD', 'Very dissatisfied'),
  (7, 1, 'VE', 'Very easy'),
  (7, 2, 'E', 'Easy'),
  (7, 3, 'N', 'Neither easy nor difficult'),
  (7, 4, 'D', 'Difficult'),
  (7, 5, 'VD', 'Very difficult'),
  (8, 1, 'VE', 'Very easy'),
  (8, 2, 'E', 'Easy'),
  (8, 3, 'N', 'Neither easy nor difficult'),
  (8, 4, 'D', 'Difficult'),
  (8, 5, 'VD', 'Very difficult'),
  (9, 1, 'VS', 'Very satisfied'),
  (9, 2, 'S', 'Satisfied'),
  (9, 3, 'N', 'Neither satisfied nor dissatisfied'),
  (9, 4, 'D', 'Dissatisfied'),
  (9, 5, 'VD', 'Very dissatisfied');
