-- Account numbers as a utility prints them (docs/profile.md), never with as many digits in a row as a card number.
create function is_account_number(text) returns boolean immutable parallel safe language sql
  return $1 ~ '^[0-9A-Z][0-9A-Z./-]{0,19}$' and $1 !~ '[0-9]{13}';

alter table cis.portal_payment
  drop constraint portal_payment_account_id_check,
  add check (is_account_number(account_id));

alter table session_account
  drop constraint session_account_account_id_check,
  add check (is_account_number(account_id));

alter table help_ticket
  drop constraint help_ticket_account_id_check,
  add check (is_account_number(account_id));

alter table enrolment
  drop constraint enrolment_account_id_check,
  add check (is_account_number(account_id));

alter table autopay_agreement
  drop constraint autopay_agreement_account_id_check,
  add check (is_account_number(account_id));

alter table planned_charge
  drop constraint planned_charge_account_id_check,
  add check (is_account_number(account_id));

alter table checkout_item
  drop constraint checkout_item_account_id_check,
  add check (is_account_number(account_id));

alter table notification_choice
  drop constraint notification_choice_account_id_check,
  add check (is_account_number(account_id));

alter table paperless_choice
  drop constraint paperless_choice_account_id_check,
  add check (is_account_number(account_id));

alter table stopped_choice
  drop constraint stopped_choice_account_id_check,
  add check (is_account_number(account_id));
