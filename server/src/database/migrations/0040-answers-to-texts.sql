-- The provider's channel is the same for all businesses: these have the consent of the number that an answer comes from.
create function tenants_of_text_consent(number text) returns setof bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query select tenant_id from public.text_consents where telephone = number and withdrawn_at is null;
end
$$;
revoke execute on function tenants_of_text_consent(text) from public;
grant execute on function tenants_of_text_consent(text) to prenoto_app;
