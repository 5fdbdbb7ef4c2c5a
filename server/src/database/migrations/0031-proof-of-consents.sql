-- A booking may name the number of another person, so it neither revives nor withdraws that person's consent.
alter table text_consents
  -- The bookings with which visitors gave it; null if staff, or the number itself, gave it.
  add column booking_ids bigint[],
  -- In the links of text messages, so only the owner of the number has it.
  add column link_key text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 10);
