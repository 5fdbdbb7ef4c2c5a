-- Step by step: the rows of a large table are rewritten in batches beside the work of others.

-- Notifications name people by placeholders that are filled in as they are read: {cliente} is the customer of the booking that the
-- cause names, {utente} the colleague. What a contact request says is read from the request.
alter table notifications
  add column if not exists colleague_id bigint,
  drop constraint if exists notifications_colleague,
  add constraint notifications_colleague foreign key (tenant_id, colleague_id) references users (tenant_id, id) not valid;

alter table notifications validate constraint notifications_colleague;

-- Of what was told before, the time at its beginning is kept; the rest is told by what the record says now.
do $$
declare
  tenant bigint := 0;
  last bigint := 0;
begin
  loop
    with batch as (
      select tenant_id, id, cause, split_part(message, ': ', 1) as moment,
             substring(cause from '^[a-z-]+:([0-9]+)')::bigint as record_id,
             position('{cliente}' in message) > 0 as is_done
      from notifications
      where (tenant_id, id) > (tenant, last)
      order by tenant_id, id
      limit 1000
    ), written as (
      update notifications n
      set message = case
            when batch.cause like 'contact-requested:%' then ''
            when b.id is null then 'La prenotazione non esiste più.'
            when batch.cause like 'booking-created:%' and b.created_by is not null
              then batch.moment || ': {utente} ha prenotato ' || b.service_name || ' per {cliente}.'
            when batch.cause like 'booking-created:%'
              then batch.moment || ': {cliente} ha prenotato ' || b.service_name || '.'
            when batch.cause like 'booking-cancelled:%' and b.deleted_by is not null
              then batch.moment || ': {utente} ha annullato la prenotazione di {cliente} (' || b.service_name || ').'
            when batch.cause like 'booking-cancelled:%'
              then batch.moment || ': {cliente} ha annullato ' || b.service_name || '.'
            when batch.cause like 'email-refused:%'
              then batch.moment || ': l’email a {cliente} per ' || b.service_name
                || ' non è stata consegnata, l’indirizzo è stato rifiutato.'
            when batch.cause like 'series-%' then batch.moment || ': prenotazioni di {cliente} (' || b.service_name || ').'
            else batch.moment || ': la prenotazione di {cliente} (' || b.service_name || ') è cambiata.'
          end,
          colleague_id = case
            when batch.cause like 'booking-created:%' then b.created_by
            when batch.cause like 'booking-cancelled:%' then b.deleted_by
          end
      from batch left join bookings b on b.tenant_id = batch.tenant_id and b.id = batch.record_id
      where n.tenant_id = batch.tenant_id and n.id = batch.id and not batch.is_done
    )
    select b.tenant_id, b.id into tenant, last from batch b order by b.tenant_id desc, b.id desc limit 1;
    exit when not found;
    commit;
  end loop;
end
$$;
