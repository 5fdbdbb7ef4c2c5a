-- The rights that the business withdraws from its operators; none by default.
alter table configurations
  add column withdrawn_rights text[] not null default '{}'
    check (withdrawn_rights <@ array['contacts', 'customers', 'cancellations']);
