-- A run is recorded before its first byte, so that one that failed, or died, is there to be seen: `running` without an end.
-- What the header says is known a little later. The previous version writes whole rows at the end, as before.
alter table cis.import_run
  alter column run_id drop not null,
  alter column division drop not null,
  alter column as_of drop not null,
  alter column extracted_at drop not null,
  alter column finished_at drop not null,
  drop constraint import_run_outcome_check,
  add constraint import_run_outcome_check check (outcome in ('running', 'imported', 'refused', 'failed')) not valid,
  add constraint import_run_known check (
    (outcome = 'running' or finished_at is not null)
    and (outcome <> 'imported' or (run_id, division, as_of, extracted_at) is not null)) not valid;
