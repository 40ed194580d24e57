-- Maintenance switches (A§3, C§7, design R16): a row that is off stops that function in the pages and on the server.
create table maintenance_switch (
  -- The place in the list the browser reads: 1 login and sign-up, 2 Pay Now.
  id integer primary key,
  name text not null unique check (name in ('login', 'payNow')),
  is_off boolean not null default false,
  changed_at timestamptz not null default now()
);
insert into maintenance_switch (id, name) values (1, 'login'), (2, 'payNow');
