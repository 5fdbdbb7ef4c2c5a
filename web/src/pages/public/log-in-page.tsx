import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import { Logo } from '../../features/configuration/logo.tsx'
import { LogInForm } from '../../features/session/log-in-form.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './log-in-page.module.css'

export function LogInPage({ configuration }: { configuration: Configuration }) {
  const isSetUp = isComplete(configuration)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.logo}>
          <Logo configuration={configuration} />
        </div>
        <h1 id="log-in-title" className={styles.title}>
          Area amministrativa
        </h1>
        <LogInForm isSetUp={isSetUp} />
      </div>
      {isSetUp && (
        <a href={paths.home} className={styles.back}>
          Torna al sito
        </a>
      )}
    </main>
  )
}
