-- The day of the data in which this holder first took an account over from another. Null for the first holder. A bill from before is
-- of the one who left, whatever bills.csv says of its account.
alter table cis.holder_number add column since date;
