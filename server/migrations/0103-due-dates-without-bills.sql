-- Of the balance, where a billing file has it and no date of a bill. Null in data of an extract.
alter table cis.account add column due_date date;
