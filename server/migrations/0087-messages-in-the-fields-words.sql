-- Tables and columns of messages, AutoPay and approvals get the words that the field has for them. Nothing is copied. A
-- process of the version before does not know them: stop all before this one runs (CHANGELOG).

-- Tables, with their sequences, indexes and constraints.
do $$
declare
  old text;
  new text;
  part record;
begin
  for old, new in
    values ('letter', 'email'), ('give_back_request', 'approval_request'), ('autopay_event', 'plan_event'),
      ('autopay_hour', 'plan_hour'), ('told_trouble', 'reported_trouble')
  loop
    execute format('alter table %I rename to %I', old, new);
    for part in
      select format('table %I rename constraint %I', new, conname) as what, conname as name
      from pg_constraint where conrelid = new::regclass and starts_with(conname, old)
      union all
      select distinct format('%s %I rename', case relkind when 'S' then 'sequence' else 'index' end, relname), relname
      from pg_class relation join pg_depend on objid = relation.oid and refobjid = new::regclass
      where relkind in ('i', 'S') and starts_with(relname, old)
    loop
      execute format('alter %s to %I', part.what, new || substr(part.name, length(old) + 1));
    end loop;
  end loop;
end $$;

-- Columns, with the constraints of each. `mailed_version` is that of the words that were last accepted or mailed, `mail_at` when
-- to mail them again; `mailed_cents` and `mailed_on` are what the newest notice that left said.
do $$
declare
  owner text;
  old text;
  new text;
  part record;
begin
  for owner, old, new in
    values ('autopay_agreement', 'told_version', 'mailed_version'), ('autopay_agreement', 'tell_at', 'mail_at'),
      ('planned_charge', 'asked_cents', 'scheduled_cents'), ('planned_charge', 'told_cents', 'mailed_cents'),
      ('planned_charge', 'told_on', 'mailed_on'), ('saved_card', 'expiry_told', 'expiry_mailed'),
      ('reported_trouble', 'told_on', 'reported_on')
  loop
    execute format('alter table %I rename %I to %I', owner, old, new);
    for part in
      select conname as name from pg_constraint
      where conrelid = owner::regclass and starts_with(conname, owner || '_' || old || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', owner, part.name, replace(part.name, old, new));
    end loop;
  end loop;
end $$;

alter index autopay_agreement_to_tell rename to autopay_agreement_to_mail;
alter trigger give_back_within_charge on approval_request rename to approval_within_charge;
alter function give_back_within_charge() rename to approval_within_charge;

-- `notification 12` or `email 7`.
alter table email_trouble drop constraint email_trouble_email_check;
update email_trouble set email = replace(email, 'letter', 'email') where email like 'letter %';
alter table email_trouble
  add constraint email_trouble_email_check check (email ~ '^(notification|email) [0-9]+$') not valid;

-- Only the word changes, so the log stays as it was.
alter table payment_event disable trigger append_only;
alter table payment_event drop constraint payment_event_subject_check;
update payment_event set subject = 'email' where subject = 'letter';
alter table payment_event add constraint payment_event_subject_check
  check (subject in ('checkout', 'attempt', 'posting', 'email', 'reversal', 'dispute')) not valid;
alter table payment_event enable trigger append_only;
