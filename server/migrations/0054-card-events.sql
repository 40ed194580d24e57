-- A gateway also tells that the bank has changed a saved card, or that the card is gone (migrations 0050, 0052).
alter table gateway_event
  drop constraint gateway_event_subject_check,
  add constraint gateway_event_subject_check check (subject in ('charge', 'refund', 'dispute', 'card')) not valid;
