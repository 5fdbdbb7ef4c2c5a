-- Made-up people must not hold slots one after the other.
alter table waiting_list_entries
  -- The block of network addresses from which the entry came, '203.0.113.0/24'; null for a private address.
  add column address_block text,
  -- When the person was known to exist: a customer from before, or the link of an e-mail was opened.
  add column proven_at timestamptz;
-- Those who wait now keep their place.
update waiting_list_entries set proven_at = now();
