-- As `beginsFormula` in foundation/csv.ts: spreadsheets also take signs in full width for the beginning of a formula.
create or replace function spreadsheet_safe(cell text) returns text language sql immutable parallel safe as $$
  select case when cell ~ E'^[\\s\u00A0\u3000\u200B\uFEFF]*[=+@\uFF1D\uFF0B\uFF0D\uFF20\u2212-]|^[\t\r\n]' then '''' || cell else cell end
$$;
