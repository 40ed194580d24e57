-- A charge that the gateway refuses to give back may have been given back in its console (docs/decisions/032): a request
-- that names the refused void or refund asks for that to be recorded, and not for anything to be sent.
alter table give_back_request add column refused_reversal_id bigint references reversal;
