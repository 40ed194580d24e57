-- What people read in the list of their own sessions (OWASP ASVS 5.0.0 7.5.2): with what and from where each was begun.
-- Gone with the session; null for guests, who have no such list, and for sessions that were open before this.
alter table session
  -- The browser in plain words, such as 'Firefox on Android'; what the browser says of itself is not kept.
  add column device text check (length(device) <= 100),
  add column client_address text check (length(client_address) <= 45);
