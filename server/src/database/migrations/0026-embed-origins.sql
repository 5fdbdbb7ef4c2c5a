-- The sites that may show the booking pages within their own, one a line; none as it was before.
alter table configurations add column app_embed_origins text not null default '';
