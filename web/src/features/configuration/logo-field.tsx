import { ACCEPTED_IMAGES } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { FileField } from '../../ui/admin-fields.tsx'
import { useConfiguration } from './configuration.queries.ts'
import styles from './logo-field.module.css'
import type { LogoChoice } from './use-logo.ts'

/** The file of the logo, and how it looks. */
export function LogoField({ logo }: { logo: LogoChoice }) {
  const { app_logo } = useConfiguration()
  const shown = logo.address ?? app_logo
  return (
    <div className={styles.logo}>
      <FileField
        label="Logo (facoltativo)"
        accept={ACCEPTED_IMAGES}
        fileName={logo.file?.name}
        error={logo.error}
        hint="PNG, JPEG, WebP, GIF o AVIF, fino a 5 MB."
        onPick={logo.pick}
      />
      {shown && (
        <span className={styles.picture}>
          <img
            src={shown}
            alt={logo.address ? 'Il logo scelto' : 'Il logo attuale'}
            onError={() => {
              if (logo.address) logo.refuse()
            }}
          />
        </span>
      )}
    </div>
  )
}
