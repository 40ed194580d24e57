-- A utility of the mainland: one more brand of card, which only Stripe's frame takes, and its tender type. What was checked
-- before passes.
alter table charge_attempt
  drop constraint charge_attempt_brand_check,
  add constraint charge_attempt_brand_check check (brand in ('Visa', 'Mastercard', 'Discover', 'American Express')) not valid;
alter table saved_card
  drop constraint saved_card_brand_check,
  add constraint saved_card_brand_check check (brand in ('Visa', 'Mastercard', 'Discover', 'American Express')) not valid;
alter table checkout
  drop constraint checkout_source_code_check,
  add constraint checkout_source_code_check check (source_code in ('CCV', 'CCM', 'CCD', 'CCA')) not valid;
alter table cis.portal_payment
  drop constraint portal_payment_source_code_check,
  add constraint portal_payment_source_code_check check (source_code in ('CCV', 'CCM', 'CCD', 'CCA')) not valid;

-- The same question in a word that fits everywhere: answers stay true.
update security_question set text = 'What is the name of the town where you grew up?' where id = 2;
