-- The durable statements of one checkout of one account, for pgbench. Statements that the portal sends together are sent
-- together here. They are five transactions: the intent, the outcome, the posting's lease, the payment in the billing
-- ledger, and the posting's record.
\set payer random(1, 1000000000)
\set tag random(1, 9999999999)
begin;
with opened as (
    insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
      account_count, confirmation_email, state, created_at)
    values (gen_random_uuid(), :payer, gen_random_uuid(), 'content', 'Online', 'CCV', 1000, 1, null, 'CHARGING', now())
    returning id),
  spent as (insert into spent_human_check (id, expires_at) values (gen_random_uuid()::text, now())),
  attempt as (
    insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
      next_look_at, mode)
    select id, 'G' || translate(upper(substr(md5(random()::text), 1, 16)), 'ILOU', 'XYZZ'), 1000, 'Visa', '1111',
      'A Payer', 'INTENT', now(), now(), 'Online'
    from opened
    returning id)
  insert into account_hold (account_id, attempt_id, held_at)
  select lpad(:payer::text, 10, '0'), id, now() from attempt on conflict do nothing;
with events as (
    insert into payment_event (checkout_id, sequence, at, subject, subject_id, to_state, detail)
    values (currval('checkout_id_seq'), 1, now(), 'checkout', 1, 'CHARGING', '{"amount": 1000}'),
      (currval('checkout_id_seq'), 2, now(), 'attempt', 1, 'INTENT', '{"accounts": 1}'))
  insert into checkout_item (checkout_id, account_id, amount_cents, service_location, ordinal)
  values (currval('checkout_id_seq'), lpad(:payer::text, 10, '0'), 1000, '7 Water Lane', 1);
commit;
begin;
select attempt.state, attempt.epoch from checkout join charge_attempt attempt on attempt.checkout_id = checkout.id
  where attempt.id = currval('charge_attempt_id_seq') for no key update;
with moved_checkout as (
    update checkout set state = 'PAID', decided_at = now() where id = currval('checkout_id_seq')),
  moved_attempt as (
    update charge_attempt set state = 'CHARGED', decided_at = now(), next_look_at = null, epoch = epoch + 1,
      transaction_tag = :tag::text, authorization_number = 'ET000001' where id = currval('charge_attempt_id_seq')
    returning id),
  freed as (delete from account_hold where attempt_id = currval('charge_attempt_id_seq')),
  settled as (update checkout_item set status = 'PAID' where checkout_id = currval('checkout_id_seq')),
  posted as (
    insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at)
    select currval('checkout_item_id_seq'), currval('checkout_id_seq'), 'W-' || :tag::text, 1000, 'PENDING', now()
    from moved_attempt),
  entered as (
    insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
    values (currval('checkout_id_seq'), null, 'card', 1000, now()),
      (currval('checkout_id_seq'), currval('checkout_item_id_seq'), 'unposted', -1000, now()))
  insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
  values (currval('checkout_id_seq'), 3, now(), 'attempt', 1, 'INTENT', 'CHARGED', '{"tag": "1"}'),
    (currval('checkout_id_seq'), 4, now(), 'checkout', 1, 'CHARGING', 'PAID', '{}'),
    (currval('checkout_id_seq'), 5, now(), 'posting', 1, null, 'PENDING', '{}');
commit;
update posting set state = 'POSTING', tries = tries + 1, epoch = epoch + 1, lease_until = now()
  where item_id = currval('checkout_item_id_seq');
insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
    authorization_number, paid_at, pay_date)
  values ('W-' || :tag::text, lpad(:payer::text, 10, '0'), 1000, 'CCV', 'PG001', 'ET000001', now(), current_date);
begin;
select from checkout join posting on posting.checkout_id = checkout.id
  where posting.item_id = currval('checkout_item_id_seq') and posting.epoch = 1 for no key update;
with moved as (
    update posting set state = 'POSTED', lease_until = null, posted_at = now(), billing_reference = 'P1'
    where item_id = currval('checkout_item_id_seq')),
  entered as (
    insert into ledger_entry (checkout_id, item_id, book, amount_cents, entered_at)
    values (currval('checkout_id_seq'), currval('checkout_item_id_seq'), 'unposted', 1000, now()),
      (currval('checkout_id_seq'), currval('checkout_item_id_seq'), 'posted', -1000, now()))
  insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
  values (currval('checkout_id_seq'), 6, now(), 'posting', 1, 'POSTING', 'POSTED', '{}');
commit;
