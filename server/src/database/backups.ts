import type pg from 'pg'

export type RecordedBackup = { name: string; place: string; made_at: Temporal.Instant }

/** Remembers a backup, for a year. */
export async function recordBackup(owner: pg.Pool, { name, place, made_at }: RecordedBackup) {
  await owner.query(
    `insert into system.backups (name, place, made_at) values ($1, $2, $3)
     on conflict (name) do update set place = excluded.place`,
    [name, place, made_at.toString()],
  )
  await owner.query(`delete from system.backups where made_at < now() - interval '1 year'`)
}

export async function recordVerification(owner: pg.Pool, name: string) {
  await owner.query('update system.backups set verified_at = now() where name = $1', [name])
}

export type VerifiedBackup = RecordedBackup & { age_seconds: number }

/** The newest verified backup. Undefined without one, and in a database that is older than this version. */
export async function findVerifiedBackup(pool: pg.Pool): Promise<VerifiedBackup | undefined> {
  const { rows: tables } = await pool.query(`select to_regclass('system.backups') is not null as exists`)
  if (!tables[0].exists) return undefined
  const { rows } = await pool.query<VerifiedBackup>(
    `select name, place, made_at, extract(epoch from now() - made_at)::float8 as age_seconds from system.backups
     where verified_at is not null order by made_at desc limit 1`,
  )
  return rows[0]
}

/** Whether the installation had businesses at an instant in the past and no backup since. */
export async function isBackupDue(pool: pg.Pool, since: Temporal.Instant): Promise<boolean> {
  const { rows } = await pool.query<{ is_due: boolean }>(
    `select exists (select from tenants)
        and (select min(timestamp)::timestamptz from migrations.kysely_migration) < $1
        and not exists (select from system.backups where made_at >= $1) as is_due`,
    [since.toString()],
  )
  return rows[0]!.is_due
}
