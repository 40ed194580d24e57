-- Columns of billing files in which no row of the run had a value: pages leave out what they would show
-- (contract/src/billing-data.ts). An extract lacks nothing.
alter table cis.import_run add column lacks text[] not null default '{}';
