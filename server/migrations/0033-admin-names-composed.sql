-- Administrators' usernames in Unicode's composed form (NFC), like customers': an é typed as e and accent is the same name.
-- Of names that become equal, the one that was composed already keeps its name, otherwise the oldest; the others get their
-- number after it, so that nobody is taken for somebody else and the list of users shows who they are.
with composed as (
  select id, normalize(username, nfc) as name,
    row_number() over (partition by lower(normalize(username, nfc)) order by username is nfc normalized desc, id) as place
  from admin_user
)
update admin_user set username = case when composed.place = 1 then composed.name else composed.name || '-' || composed.id end
from composed
where composed.id = admin_user.id and admin_user.username is not nfc normalized;
