import { CalendarFeed } from '../calendar-files/calendar-feed.tsx'
import { SitePreview } from '../preview/site-preview.tsx'
import { PrivacyForm } from '../privacy/privacy-form.tsx'
import { useMay } from '../session/session.queries.ts'
import { Avatar } from '../settings/avatar.tsx'
import { PasswordForm } from '../settings/password-form.tsx'
import { ProfileForm } from '../settings/profile-form.tsx'
import { SiteForm } from '../settings/site-form.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import styles from './settings-page.module.css'

export default function SettingsPage() {
  const mayConfigure = useMay('admin')
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
        {mayConfigure && (
          <section className={`${styles.section} ${styles.wide}`} aria-labelledby="site-title">
            <h2 id="site-title" className={styles.title}>
              Sito
            </h2>
            <SiteForm preview={(shown) => <SitePreview {...shown} />} />
          </section>
        )}
        {mayConfigure && (
          <section className={styles.section} aria-labelledby="privacy-title">
            <h2 id="privacy-title" className={styles.title}>
              Privacy
            </h2>
            <PrivacyForm />
          </section>
        )}
      </div>
    </AdminPage>
  )
}
