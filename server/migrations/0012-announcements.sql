-- Announcements of the login page (C§2.2, A§3) and the images that belong to them.
create table announcement (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 200),
  -- The editor's JSON (design R14), checked against the contract before it is written.
  content jsonb not null,
  -- Null: the text-only system pop-up (A§3).
  type text check (type in ('Image', 'Video')),
  -- The address of a video; an image has its files in announcement_image (featured_image, A§3).
  video_address text check (video_address like 'https://%'),
  -- flag (A§3): 1 is visible.
  is_visible boolean not null default true,
  -- The order of the slider, the smallest first.
  position integer not null default 0,
  -- Counts the changes: whoever saves an older version than this is told.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((type is not distinct from 'Video') = (video_address is not null))
);
-- Add Text is possible while there is none (A§2).
create unique index announcement_one_system_pop_up on announcement ((true)) where type is null;

-- The sizes in which an image is served. In the database, because every server process serves them.
create table announcement_image (
  -- The name in its address: random, so that it may be cached for ever and tells nothing.
  name uuid primary key,
  announcement_id bigint not null references announcement on delete cascade,
  media_type text not null check (media_type in ('image/avif', 'image/webp')),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  bytes bytea not null,
  unique (announcement_id, width)
);
-- The files are compressed already.
alter table announcement_image alter column bytes set storage external;
