-- Tells open pages that staff have corrected a customer; the correction itself increments the version.
create trigger notify_record_corrected after update of name, surname, email, identity on customers
  for each row
  when (old.version is distinct from new.version)
  execute function notify_record_changed();
