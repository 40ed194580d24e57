-- Each size of an image is kept as AVIF and as WebP under one name; a browser gets what it says it can show.
alter table announcement_image drop constraint announcement_image_pkey;
alter table announcement_image drop constraint announcement_image_announcement_id_width_key;
alter table announcement_image add primary key (name, media_type);
alter table announcement_image add unique (announcement_id, width, media_type);
