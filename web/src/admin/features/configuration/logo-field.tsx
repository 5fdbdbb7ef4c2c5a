import { ACCEPTED_IMAGES } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PICTURE_LIMITS } from '../../lib/inspect-picture.ts'
import { FileField } from '../../ui/fields/admin-fields.tsx'
import { useConfiguration } from './configuration.queries.ts'
import styles from './logo-field.module.css'
import type { LogoChoice } from './use-logo.ts'

export function LogoField({ logo }: { logo: LogoChoice }) {
  const { app_logo } = useConfiguration()
  const logoAddress = logo.addressFor(app_logo)
  return (
    <div className={`stack gap-x-3 ${styles.logo}`}>
      <FileField
        label="Logo (facoltativo)"
        accept={ACCEPTED_IMAGES}
        fileName={logo.file?.name}
        error={logo.error}
        hint={logo.hint ?? PICTURE_LIMITS}
        onPick={logo.pick}
      />
      {logoAddress && (
        <div className={`row gap-1 mb-3 ${styles.shown}`}>
          <span className={`grid place-center border rounded-s ${styles.picture}`}>
            <img src={logoAddress} alt={logo.file ? 'Il logo scelto' : 'Il logo attuale'} />
          </span>
          <IconButton label="Togli il logo" Icon={X} size={18} onClick={logo.remove} />
        </div>
      )}
    </div>
  )
}
