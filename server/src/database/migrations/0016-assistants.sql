-- Assistants (Model Context Protocol) find free hours and hold one for a person, who books it by a link.

alter table configurations add column app_assistants boolean not null default false;

-- Names of their own, since the last release joins this table with others that have a hidden_id and a service_id.
alter table slot_holds add column link_key text check (length(link_key) >= 22);
-- A hash of the network address.
alter table slot_holds add column holder text check (length(holder) <= 100);
alter table slot_holds add column held_service_id bigint;
alter table slot_holds add foreign key (tenant_id, held_service_id) references services (tenant_id, id);
create unique index slot_holds_of_assistants on slot_holds (tenant_id, link_key) where link_key is not null;
alter table slot_holds drop constraint slot_holds_owner;
alter table slot_holds add constraint slot_holds_owner
  check (num_nonnulls(booking_id, entry_id, proposal_id, link_key) = 1);
alter table slot_holds add constraint slot_holds_assistant check (num_nonnulls(link_key, holder, held_service_id) in (0, 3));
alter table slot_holds drop constraint slot_holds_hour;
alter table slot_holds add constraint slot_holds_hour check (
  (entry_id is not null or proposal_id is not null or link_key is not null or is_previous) = (visit_hour is not null)
);
