-- When the mail server would not have a message's address, its answer in numbers ('550 5.1.1'), and when a message about
-- the same record was taken after all.
alter table messages add column refused_at timestamptz, add column refusal text, add column mended_at timestamptz;

-- There are few of them, asked for with every list of bookings.
create index messages_refused on messages (tenant_id, record_id) where refused_at is not null and mended_at is null;

create or replace function count_messages()
returns table (kind text, outcome text, messages bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select m.kind,
           case when m.sent_at is not null then 'sent' when m.dropped is not null then 'dropped'
                when m.refused_at is not null then 'refused' else 'waiting' end,
           count(*)
    from public.messages m
    where m.created_at > now() - interval '1 day'
    group by 1, 2;
end
$$;
