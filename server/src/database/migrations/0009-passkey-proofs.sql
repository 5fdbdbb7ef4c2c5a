-- A passkey may prove that the user of a session is present.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('registration', 'log-in', 'proof'));
