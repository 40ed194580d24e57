/**
 * A query of every account of the billing ledger with its main person, for choosing one to try or to test with. `owed`
 * is in cents, after the portal's own payments and their cancellations; `zip` is the one that proves a customer (C§4), null for none.
 */
export const ledgerAccounts = `
  select account.account_id as number, person.email_address as email, person.full_name as name,
    account.is_cash_only, link.person_id as person, link.bill_address_source as source,
    (select phone_number from cis.phone where phone.person_id = link.person_id and phone_type = 'HOME-PHONE' limit 1)
      as home_phone,
    left(case link.bill_address_source
      when 'PREM' then mailing.postal when 'ACOV' then link.override_postal else person.postal end, 5) as zip,
    account.balance_cents - coalesce((select sum(amount_cents) from cis.portal_payment payment
      where payment.account_id = account.account_id and contained_in_import is null), 0)
      + coalesce((select sum(amount_cents) from cis.payment_cancellation cancellation
      where cancellation.account_id = account.account_id and contained_in_import is null), 0) as owed,
    (select count(*) from cis.account_person other join cis.account owed_on using (account_id)
      where other.person_id = link.person_id and other.may_use_web and owed_on.balance_cents > 0
        and not owed_on.is_cash_only) as payable,
    (select count(*) from cis.account_person sibling
      where sibling.person_id = link.person_id and sibling.is_main) as siblings,
    (select count(*) from cis.account_person other where other.person_id = link.person_id) = 1 as is_only,
    account.arrears_30_cents + account.arrears_60_cents + account.arrears_90_cents + account.arrears_older_cents
      as arrears,
    person.email_address is not null
      and not exists (select from web_user where web_user.person_id = person.person_id) as can_enrol,
    exists (select from cis.service_agreement agreement
      where agreement.account_id = account.account_id and status in ('20', '30', '50')) as is_active
  from cis.account
  join cis.account_person link on link.account_id = account.account_id and link.is_main
  join cis.person on person.person_id = link.person_id
  left join cis.premise mailing on mailing.premise_id = account.mailing_premise_id`
