-- What /readyz writes: one row, however often and by how many processes.
create table readiness_probe (
  is_only boolean primary key default true check (is_only),
  written_at timestamptz not null
);

-- A full disk still takes rows into pages that have room, so the probe needs new ones, too: with so little memory, the
-- numbers go to a file that ends with the statement.
create function write_readiness_probe() returns void language plpgsql set work_mem = '64kB' as $$
begin
  insert into readiness_probe (written_at) values (clock_timestamp())
    on conflict (is_only) do update set written_at = excluded.written_at;
  perform count(*) from generate_series(1, 16384);
end $$;
