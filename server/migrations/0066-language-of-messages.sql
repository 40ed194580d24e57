-- In which language a customer gets emails and texts (R46): a BCP 47 tag, or null for the utility's own.
alter table web_user add column language text check (language ~ '^[A-Za-z0-9-]{2,35}$');
