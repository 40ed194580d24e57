-- A second card gateway can come (server/src/adapters/card-gateway/port.ts).

-- Each attempt and reversal knows its gateway, because only that one can be asked about it or give it back. Until now there
-- was one, and a process of the previous version still writes rows without saying so.
alter table charge_attempt add column gateway text not null default 'gge4';
alter table reversal add column gateway text not null default 'gge4';

-- Every gateway has its own form of references and tags, and so of receipts: the adapter and `ReceiptNumber` check them. The
-- database keeps refusing a tag or receipt that could be a card number, because people enter those. What is stored already had
-- narrower forms, so it need not be read again.
alter table charge_attempt
  drop constraint charge_attempt_reference_check,
  drop constraint charge_attempt_transaction_tag_check,
  add constraint charge_attempt_no_long_digits check (transaction_tag !~ '[0-9]{13}') not valid;
alter table reversal
  drop constraint reversal_reference_check,
  drop constraint reversal_transaction_tag_check,
  add constraint reversal_no_long_digits check (transaction_tag !~ '[0-9]{13}') not valid;
alter table posting
  drop constraint posting_receipt_number_check,
  add constraint posting_no_long_digits check (receipt_number !~ '[0-9]{13}') not valid;
alter table discrepancy
  drop constraint discrepancy_receipt_number_check,
  drop constraint discrepancy_transaction_tag_check,
  add constraint discrepancy_no_long_digits check (receipt_number !~ '[0-9]{13}' and transaction_tag !~ '[0-9]{13}') not valid;
alter table give_back_request
  drop constraint give_back_request_transaction_tag_check,
  add constraint give_back_request_no_long_digits check (transaction_tag !~ '[0-9]{13}') not valid;
alter table cis.portal_payment
  drop constraint portal_payment_receipt_number_check,
  add constraint portal_payment_no_long_digits check (receipt_number !~ '[0-9]{13}') not valid;
