-- When the card of a stepwise payment is charged, the accounts of its draft are written anew, and for each one that is
-- deleted PostgreSQL looks for ledger entries. Without this index it reads the whole ledger each time.
create index ledger_entry_item on ledger_entry (item_id) where item_id is not null;
