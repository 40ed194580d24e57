-- What is decided about a payment by hand, or long after it was sent (docs/payments.md).

-- A request may also ask that an escalated payment be settled by hand, when the gateway could not say what became of it: the
-- finding, with the gateway's numbers if it was charged, and why the gateway could not say.
alter table give_back_request add column finding text check (finding in ('charged', 'notCharged'));
alter table give_back_request add column transaction_tag text check (transaction_tag ~ '^[1-9][0-9]{0,9}$');
alter table give_back_request add column authorization_number text check (authorization_number ~ '^[0-9A-Za-z]{1,8}$');
alter table give_back_request add column gateway_said scrubbed_text;
alter table give_back_request add constraint give_back_request_finding check (
  (finding is not null and finding = 'charged') = (transaction_tag is not null)
  and (transaction_tag is null) = (authorization_number is null)
  and (finding is null or refused_reversal_id is null));

-- A day is compared again, once, when something about its payments was decided after its daily run. `decided_until` is the
-- newest decision by then.
alter table reconciliation_run drop constraint reconciliation_run_cause_check;
alter table reconciliation_run add constraint reconciliation_run_cause_check check (cause in ('daily', 'by hand', 'renewed'));
alter table reconciliation_run add column decided_until timestamptz;
alter table reconciliation_run add constraint reconciliation_run_decided check ((cause = 'renewed') = (decided_until is not null));
create unique index reconciliation_run_renewed on reconciliation_run (day, decided_until) where cause = 'renewed';
create unique index reconciliation_run_renewing on reconciliation_run (day)
  where cause = 'renewed' and outcome in ('due', 'running', 'unavailable');
drop index reconciliation_run_due;
create index reconciliation_run_due on reconciliation_run (next_try_at)
  where cause in ('daily', 'renewed') and outcome in ('due', 'running', 'unavailable');

-- What was decided long after it was sent. A daily run begins two hours after the end of its day at the earliest.
create index charge_attempt_decided_late on charge_attempt (decided_at) where decided_at - sent_at > interval '2 hours';
create index reversal_decided on reversal (decided_at);
create index posting_cancelled on posting (cancelled_at) where cancelled_at is not null;
-- A day that is compared again reports no difference that somebody has settled.
create index discrepancy_settled on discrepancy (subject, kind) where settled_at is not null;
