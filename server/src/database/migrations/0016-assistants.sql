-- Assistants (Model Context Protocol) find free hours and hold one for a person, who books it by a link.

alter table configurations add column app_assistants boolean not null default false;

alter table slot_holds add column hidden_id text check (length(hidden_id) >= 22);
-- A hash of the network address.
alter table slot_holds add column holder text check (length(holder) <= 100);
alter table slot_holds add column service_id bigint;
alter table slot_holds add foreign key (tenant_id, service_id) references services (tenant_id, id);
create unique index slot_holds_of_assistants on slot_holds (tenant_id, hidden_id) where hidden_id is not null;
alter table slot_holds drop constraint slot_holds_owner;
alter table slot_holds add constraint slot_holds_owner
  check (num_nonnulls(booking_id, entry_id, proposal_id, hidden_id) = 1);
alter table slot_holds add constraint slot_holds_assistant check (num_nonnulls(hidden_id, holder, service_id) in (0, 3));
alter table slot_holds drop constraint slot_holds_hour;
alter table slot_holds add constraint slot_holds_hour check (
  (entry_id is not null or proposal_id is not null or hidden_id is not null or is_previous) = (visit_hour is not null)
);
