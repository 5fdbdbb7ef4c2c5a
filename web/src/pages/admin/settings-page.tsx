import { CalendarFeed } from '../../features/calendar-files/calendar-feed.tsx'
import { Avatar } from '../../features/settings/avatar.tsx'
import { PasswordForm } from '../../features/settings/password-form.tsx'
import { ProfileForm } from '../../features/settings/profile-form.tsx'
import { AdminPage } from '../../ui/admin-page.tsx'
import styles from './settings-page.module.css'

export function SettingsPage() {
  return (
    <AdminPage title="Impostazioni">
      <div className={styles.sections}>
        <section className={styles.section} aria-labelledby="profile-title">
          <h2 id="profile-title" className={styles.title}>
            Informazioni personali
          </h2>
          <Avatar />
          <ProfileForm />
        </section>
        <section className={styles.section} aria-labelledby="password-title">
          <h2 id="password-title" className={styles.title}>
            Modifica password
          </h2>
          <PasswordForm />
        </section>
        <section className={styles.section} aria-labelledby="feed-title">
          <h2 id="feed-title" className={styles.title}>
            Calendario esterno
          </h2>
          <CalendarFeed />
        </section>
      </div>
    </AdminPage>
  )
}
