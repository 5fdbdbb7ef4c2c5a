-- The end of a pause by an import, which renews it while it runs; null for a pause until `tenant resume`. An import also leases
-- the id of its new business: once the lease has expired, the files below that id are removed.
alter table system.paused_tenants add column until timestamptz;

grant delete on system.paused_tenants to prenoto_app;
