-- A charge that only the gateway has, as after a restore, becomes a payment when a second person agrees: then the request
-- gets its checkout. Until then there is none. A server of the version before shows such requests nowhere.
alter table give_back_request
  alter column checkout_id drop not null,
  add column charge json,
  add constraint give_back_request_about
    check (checkout_id is not null or (charge is not null and state <> 'APPROVED')) not valid;
create unique index give_back_request_open_charge on give_back_request ((charge ->> 'tag'))
  where state = 'ASKED' and charge is not null;
