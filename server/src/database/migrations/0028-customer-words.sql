-- Step by step: the words of the customers who are there are written in batches, an index is built beside the work of others.

-- By what a customer is found, as one types. Row-level security lets an index be searched only by comparisons that leak nothing:
-- of texts those are = and < in the order of their bytes, so every way to find somebody is the beginning of a row.
do $$
begin
  if exists (select from pg_tables where schemaname = 'public' and tablename = 'customer_words') then
    return;
  end if;
  if current_setting('server_encoding') <> 'UTF8' then
    raise 'The encoding of the database has to be UTF8.';
  end if;
  -- Without a foreign key to customers, since it is their triggers that write it: each word would be looked up once more.
  create table customer_words (
    tenant_id   bigint not null references tenants (id),
    customer_id bigint not null,
    word        text collate "C" not null,
    primary key (tenant_id, customer_id, word)
  );
  create index customer_words_sought on customer_words (tenant_id, word, customer_id);
  alter table customer_words enable row level security;
  create policy own_tenant on customer_words to prenoto_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
  grant select, insert, update, delete on customer_words to prenoto_app;
  call system.hold_owner('customer_words');
  -- Without accents and in lower case: 'Nicolò' and 'NICOLO' are 'nicolo'.
  create function system.folded(typed text) returns text
  language sql immutable parallel safe strict
  as $f$
    select lower(case when octet_length(typed) = length(typed) then typed else
      translate(regexp_replace(normalize(typed, nfkd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđðıẞß', 'oolldddiss') end)
  $f$;
  -- Of 'De Luca' 'Anna': 'anna de luca', 'de luca anna', 'luca anna de' and 'deluca anna'; the e-mail; and of the telephone's
  -- digits the end from every third one on, so that any three of them begin one within two digits.
  create function system.words_of_customer(name text, surname text, email text, telephone text) returns text[]
  language plpgsql immutable parallel safe strict
  as $f$
  declare
    apart constant text := '[[:space:][:punct:]‘’ʼ“”–—]+';
    first text := trim(regexp_replace(system.folded(name), apart, ' ', 'g'));
    last text := trim(regexp_replace(system.folded(surname), apart, ' ', 'g'));
    parts text[] := string_to_array(trim(first || ' ' || last), ' ');
    digits text := left(regexp_replace(telephone, '\D', '', 'g'), 24);
    words text[] := array[system.folded(email)];
  begin
    for i in 1 .. least(cardinality(parts), 16) loop
      words := words || array_to_string(parts[i:] || parts[:i - 1], ' ');
    end loop;
    if first like '% %' then words := words || (replace(first, ' ', '') || ' ' || last); end if;
    if last like '% %' then words := words || (replace(last, ' ', '') || ' ' || first); end if;
    for i in 0 .. greatest(length(digits) - 3, 0) by 3 loop
      words := words || substr(digits, i + 1);
    end loop;
    return array_remove(words, '');
  end
  $f$;
  create function keep_customer_words() returns trigger
  language plpgsql as $f$
  begin
    if tg_op <> 'INSERT' then
      delete from customer_words where tenant_id = old.tenant_id and customer_id = old.id;
    end if;
    if tg_op <> 'DELETE' and new.erased_at is null then
      insert into customer_words (tenant_id, customer_id, word)
      select new.tenant_id, new.id, word
      from unnest(system.words_of_customer(new.name, new.surname, new.email, new.telephone)) word
      on conflict do nothing;
    end if;
    return null;
  end
  $f$;
  create trigger keep_words after insert or delete on customers
    for each row execute function keep_customer_words();
  create trigger keep_changed_words after update on customers
    for each row when ((old.name, old.surname, old.email, old.telephone, old.erased_at)
      is distinct from (new.name, new.surname, new.email, new.telephone, new.erased_at))
    execute function keep_customer_words();
end
$$;

-- Whoever is just being changed is waited for, and then has the words of what they have become.
do $$
declare
  tenant bigint := 0;
  last bigint := 0;
begin
  loop
    with batch as (
      select tenant_id, id, name, surname, email, telephone
      from customers
      where (tenant_id, id) > (tenant, last) and erased_at is null
      order by tenant_id, id
      limit 1000
      for share
    ), written as (
      insert into customer_words (tenant_id, customer_id, word)
      select tenant_id, id, word
      from batch, unnest(system.words_of_customer(name, surname, email, telephone)) word
      on conflict do nothing
    )
    select b.tenant_id, b.id into tenant, last from batch b order by b.tenant_id desc, b.id desc limit 1;
    exit when not found;
    commit;
  end loop;
end
$$;

-- When a customer came last is read off the index.
drop index concurrently if exists bookings_customer_days;

create index concurrently bookings_customer_days on bookings (tenant_id, customer_id, visit_day);

drop index concurrently if exists bookings_customer;

alter index bookings_customer_days rename to bookings_customer;
