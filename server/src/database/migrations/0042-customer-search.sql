do $migration$
begin
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;

  drop trigger keep_words on customers;
  drop trigger keep_changed_words on customers;
  drop function keep_customer_words();
  drop table customer_words;
  drop function system.words_of_customer(text, text, text, text);
  drop function system.folded(text);

  -- Lower case without accents: 'Nicolò' becomes 'nicolo'. Naming the dictionary makes unaccent immutable, as an index requires.
  create function system.unaccented(typed text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(typed, nfc)));

  -- 'Anna' 'De Luca' becomes ' anna de luca anna deluca ': the words of a name, then both parts without spaces.
  create function system.searchable_name(name text, surname text) returns text
  language sql immutable parallel safe strict
  begin atomic
    select ' ' || regexp_replace(first || ' ' || last, apart, ' ', 'g') || ' '
      || regexp_replace(first, apart, '', 'g') || ' ' || regexp_replace(last, apart, '', 'g') || ' '
    from (values (system.unaccented(name), system.unaccented(surname), '[[:space:][:punct:]‘’ʼ“”–—]+')) of_customer (first, last, apart);
  end;

  -- 'annapostaexample 3331234567': in one word, so that the index tells 'posta' from the domain of everybody's e-mail.
  create function system.searchable_contact(email text, telephone text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(system.unaccented(email), '[[:space:][:punct:]]', '', 'g') || ' ' || regexp_replace(telephone, '\D', '', 'g');

  alter table customers
    add column search_name text collate "C" generated always as (
      case when erased_at is null then system.searchable_name(name, surname) end
    ) stored,
    add column search_contact text collate "C" generated always as (
      case when erased_at is null then system.searchable_contact(email, telephone) end
    ) stored,
    -- The functions below read customers as their owner: under a policy, LIKE and <% cannot use the index.
    no force row level security;
  create index customers_search on customers
    using gin (search_name gin_trgm_ops, search_contact gin_trgm_ops) with (fastupdate = off);

  -- Customers of the current tenant each of whose `columns` is like the pattern at the same place.
  create function find_customers_matching(columns text[], patterns text[], at_most integer) returns table (id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public
  as $$
  begin
    return query execute
      'select id from public.customers where tenant_id = $1 and '
        || (select string_agg(format('%I like %L', c, p), ' and ') from unnest(columns, patterns) term (c, p))
        || ' limit $2'
      using public.current_tenant(), at_most;
  end
  $$;

  -- Customers of the current tenant whose names have words like these; similarity from 0 to 1.
  create function find_customers_resembling(names text, at_most integer) returns table (id bigint, similarity real)
  language plpgsql stable security definer set search_path = pg_catalog, public
  as $$
  begin
    perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
    return query execute
      'select id, word_similarity($1, search_name) from public.customers where tenant_id = $2 and $1 <% search_name limit $3'
      using names, public.current_tenant(), at_most;
  end
  $$;
end
$migration$;
